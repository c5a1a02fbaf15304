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

-- Has the server do what a lens says, and gives the result.
local function execute(command, context, show)
    local parameters = { command = command.command, arguments = command.arguments }
    vim.lsp.buf_request(context.bufnr, "workspace/executeCommand", parameters, function(problem, result)
        if problem then
            vim.notify(problem.message, vim.log.levels.ERROR)
        elseif result and result ~= vim.NIL then
            show(result)
        end
    end)
end

vim.lsp.commands["fretsaw.runCheck"] = function(command, context)
    execute(command, context, function(result)
        local level = result.verdict == "passed" and vim.log.levels.INFO or vim.log.levels.WARN
        vim.notify(result.text, level)
        vim.lsp.codelens.refresh()
    end)
end

-- Steps and the events that happen with them, as entries of the quickfix list.
local function entries(steps, items)
    for _, step in ipairs(steps) do
        local start = step.location.range.start
        table.insert(items, {
            filename = vim.uri_to_fname(step.location.uri),
            lnum = start.line + 1,
            col = start.character + 1,
            text = step.step .. "  " .. step.label .. "  " .. table.concat(step.changes, "; "),
        })
        entries(step.synced, items)
    end
    return items
end

vim.lsp.commands["fretsaw.showTrace"] = function(command, context)
    execute(command, context, function(trace)
        vim.fn.setqflist({}, " ", { title = "Run", items = entries(trace.steps, {}) })
        vim.cmd("copen")
    end)
end

--- Shows again what a slice has faded.
function M.hide_slice()
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
    execute(command, context, function(slice)
        M.hide_slice()
        for _, file in ipairs(slice.files) do
            local buffer = vim.uri_to_bufnr(file.uri)
            vim.fn.bufload(buffer)
            fade(buffer, file.cut)
        end
    end)
end

vim.api.nvim_create_user_command("FretsawHideSlice", M.hide_slice, {})

return M
