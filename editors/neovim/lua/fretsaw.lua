-- Starts the language server with Neovim's own client (0.7 and later), and shows runs and slices of checks.

local M = {}

M.options = {
    cmd = { "fretsaw", "lsp" },
}

local namespace = vim.api.nvim_create_namespace("fretsaw.slice")

--- Says how the server is started, before the first file is opened: `require("fretsaw").setup({ cmd = { "/opt/fretsaw", "lsp" } })`.
function M.setup(options)
    M.options = vim.tbl_extend("force", M.options, options or {})
end

-- The folder of the settings or of the repository, or else the one of the file.
local function root_of(file)
    local folder = vim.fn.fnamemodify(file, ":p:h")
    local settings = vim.fn.findfile("fretsaw.toml", folder .. ";")
    if settings ~= "" then
        return vim.fn.fnamemodify(settings, ":p:h")
    end
    local repository = vim.fn.finddir(".git", folder .. ";")
    if repository ~= "" then
        return vim.fn.fnamemodify(repository, ":p:h:h")
    end
    return folder
end

-- Clients by root, for versions that do not keep them themselves.
local clients = {}

--- Attaches the server to the current buffer.
function M.start()
    local buffer = vim.api.nvim_get_current_buf()
    local root = root_of(vim.api.nvim_buf_get_name(buffer))
    local config = vim.tbl_extend("force", { name = "fretsaw", root_dir = root }, M.options)
    if vim.lsp.start then
        vim.lsp.start(config)
        return
    end
    if not clients[root] or vim.lsp.client_is_stopped(clients[root]) then
        clients[root] = vim.lsp.start_client(config)
    end
    if clients[root] then
        vim.lsp.buf_attach_client(buffer, clients[root])
    end
end

-- Asks the server something about a check, and shows the answer. Gives a way to take the question back.
local function ask(buffer, method, parameters, show)
    local _, cancel = vim.lsp.buf_request(buffer, method, parameters, function(problem, result)
        if problem then
            vim.notify(problem.message, vim.log.levels.ERROR)
        end
        show(not problem and result ~= vim.NIL and result or nil)
    end)
    return cancel
end

-- The checks that run, by name: what takes back the question.
local running = {}

-- The request, unlike the command of the same name, leaves it to us to tell the verdict.
vim.lsp.commands["fretsaw.runCheck"] = function(command, context)
    local check = command.arguments[1]
    local name = table.concat({ check.uri, check.check, check.number or 0 }, "\n")
    if running[name] then
        vim.notify("This check is running. :FretsawCancelCheck stops it.", vim.log.levels.WARN)
        return
    end
    local run = {}
    running[name] = run
    run.cancel = ask(context.bufnr, "fretsaw/runCheck", check, function(result)
        -- An answer that crosses with the cancellation comes too late.
        if running[name] ~= run then
            return
        end
        running[name] = nil
        if result then
            local level = result.verdict == "passed" and vim.log.levels.INFO or vim.log.levels.WARN
            vim.notify(result.text, level)
            vim.lsp.codelens.refresh()
        end
    end)
end

--- Stops the checks that run.
function M.cancel_check()
    local stopped = running
    running = {}
    for _, run in pairs(stopped) do
        run.cancel()
    end
    local text = next(stopped) and "The check was cancelled." or "No check is running."
    vim.notify(text, vim.log.levels.INFO)
end

-- Steps and the events that happen with them, as entries of the quickfix list.
local function entries(steps, items)
    for _, step in ipairs(steps) do
        local item = { text = step.step .. "  " .. step.label .. "  " .. table.concat(step.changes, "; ") }
        -- An event that is gone since the check was run has no place.
        if step.location and step.location ~= vim.NIL then
            local start = step.location.range.start
            item.filename = vim.uri_to_fname(step.location.uri)
            item.lnum = start.line + 1
            item.col = start.character + 1
        end
        table.insert(items, item)
        entries(step.synced, items)
    end
    return items
end

vim.lsp.commands["fretsaw.showTrace"] = function(command, context)
    ask(context.bufnr, "fretsaw/trace", command.arguments[1], function(trace)
        if trace then
            local title = trace.isStale and "Run (the check has changed since)" or "Run"
            vim.fn.setqflist({}, " ", { title = title, items = entries(trace.steps, {}) })
            vim.cmd("copen")
        end
    end)
end

-- The check whose slice is shown, and the parts of its files.
local shown

--- Shows again what a slice has faded.
function M.hide_slice()
    shown = nil
    for _, buffer in ipairs(vim.api.nvim_list_bufs()) do
        vim.api.nvim_buf_clear_namespace(buffer, namespace, 0, -1)
    end
end

local function fade(buffer, parts)
    for _, part in ipairs(parts) do
        local first, last = part.range.start, part.range["end"]
        vim.api.nvim_buf_set_extmark(buffer, namespace, first.line, first.character, {
            end_row = last.line,
            end_col = last.character,
            hl_group = "Comment",
            priority = 200,
            strict = false,
        })
    end
end

vim.lsp.commands["fretsaw.showSlice"] = function(command, context)
    local check = command.arguments[1]
    ask(context.bufnr, "fretsaw/slice", check, function(slice)
        if not slice then
            return
        end
        M.hide_slice()
        shown = { check = check, files = slice.files }
        for _, file in ipairs(slice.files) do
            local buffer = vim.uri_to_bufnr(file.uri)
            vim.fn.bufload(buffer)
            fade(buffer, file.cut)
        end
    end)
end

-- Whether a range has a place in it, counted from zero.
local function contains(range, line, column)
    local first, last = range.start, range["end"]
    local is_behind = line > first.line or (line == first.line and column >= first.character)
    local is_before = line < last.line or (line == last.line and column <= last.character)
    return is_behind and is_before
end

-- The innermost part of the slice at the cursor, as `Account.balance`.
local function part_at_cursor()
    local here = vim.uri_from_bufnr(0)
    local line, column = unpack(vim.api.nvim_win_get_cursor(0))
    local found, height
    for _, file in ipairs(shown.files) do
        for _, part in ipairs(file.uri == here and vim.list_extend(vim.list_extend({}, file.cut), file.kept) or {}) do
            local lines = part.range["end"].line - part.range.start.line
            if contains(part.range, line - 1, column) and (not found or lines < height) then
                found, height = part.what:match("%S+$"), lines
            end
        end
    end
    return found
end

--- Tells why the slice that is shown keeps or cuts something: what is named, or what the cursor is on.
function M.why(name)
    if not shown then
        vim.notify("No slice is shown. Take the lens of a check that shows one first.", vim.log.levels.WARN)
        return
    end
    name = name ~= "" and name or part_at_cursor()
    if not name then
        vim.notify("The slice has no part here.", vim.log.levels.WARN)
        return
    end
    local question = vim.tbl_extend("force", shown.check, { name = name })
    ask(0, "fretsaw/why", question, function(why)
        if why then
            local lines = vim.split(why.sentence .. "\n\n" .. why.text, "\n", { trimempty = true })
            vim.lsp.util.open_floating_preview(lines, "text", { focus_id = "fretsaw.why" })
        end
    end)
end

vim.api.nvim_create_user_command("FretsawHideSlice", M.hide_slice, {})
vim.api.nvim_create_user_command("FretsawCancelCheck", M.cancel_check, {})
vim.api.nvim_create_user_command("FretsawWhy", function(command)
    M.why(command.args)
end, { nargs = "?" })

return M
