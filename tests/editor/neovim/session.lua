-- What somebody does in Neovim, written down line by line for the test that starts it.

local PATIENCE = 60000

local out = assert(io.open(os.getenv("FRETSAW_NOTES"), "w"))

local function note(text)
    out:write(text, "\n")
    out:flush()
end

-- Waits until something is there, and gives it.
local function await(what, get)
    local found
    local came = vim.wait(PATIENCE, function()
        found = get()
        return found and true or false
    end, 20)
    if not came then
        note("there is no " .. what)
        out:close()
        vim.cmd("cquit!")
    end
    return found
end

local function edit(path)
    vim.cmd("edit " .. path)
    await("server for " .. path, function()
        local attached = vim.lsp.buf_get_clients(0)
        local _, client = next(attached)
        return client and client.initialized
    end)
end

local function go_to(text)
    vim.api.nvim_win_set_cursor(0, { 1, 0 })
    assert(vim.fn.search("\\V" .. text, "cW") > 0, text)
end

local function place()
    local path = vim.fn.fnamemodify(vim.api.nvim_buf_get_name(0), ":.")
    return path .. ":" .. vim.api.nvim_win_get_cursor(0)[1]
end

local function lines(pattern)
    for number, line in ipairs(vim.api.nvim_buf_get_lines(0, 0, -1, false)) do
        if line:find(pattern) then
            note("  " .. number .. " " .. line)
        end
    end
end

local function request(method, parameters)
    local answers = vim.lsp.buf_request_sync(0, method, parameters, PATIENCE) or {}
    local _, answer = next(answers)
    return answer and answer.result
end

require("fretsaw").setup({ cmd = { os.getenv("FRETSAW_PROGRAM"), "lsp" } })
vim.notify = function(text)
    note("notice: " .. text:match("^[^(]*"))
end

note("# a broken file")
edit("rebel-examples/bank/Broken.ebl")
local found = await("diagnostics", function()
    local known = vim.diagnostic.get(0)
    return #known > 0 and known
end)
for _, diagnostic in ipairs(found) do
    note((diagnostic.lnum + 1) .. ": " .. diagnostic.code .. " " .. diagnostic.message:match("[^\n]*"))
end

note("# hover")
edit("rebel-examples/bank/Account.ebl")
go_to("withdraw[]")
local hover = request("textDocument/hover", vim.lsp.util.make_position_params())
note(hover.contents.value)

note("# definition")
vim.lsp.buf.definition()
await("definition", function()
    return place():find("Library.ebl")
end)
note(place())

note("# rename")
vim.lsp.buf.rename("takeOut")
await("new name", function()
    return vim.api.nvim_get_current_line():find("takeOut")
end)
vim.cmd("silent wall")
for _, path in ipairs({ "Library", "Account", "Transaction" }) do
    note(path)
    vim.cmd("edit rebel-examples/bank/" .. path .. ".ebl")
    lines("takeOut")
    lines("withdraw")
end

note("# format")
edit("rebel-examples/bank/Account.ebl")
vim.api.nvim_buf_set_lines(0, 0, 0, false, { "", "   " })
go_to("balance: Money")
vim.api.nvim_set_current_line("balance  :Money")
if vim.lsp.buf.format then
    vim.lsp.buf.format({ timeout_ms = PATIENCE })
else
    vim.lsp.buf.formatting_sync({}, PATIENCE)
end
note(vim.api.nvim_buf_get_lines(0, 0, 1, false)[1])
lines("balance")
vim.cmd("silent write")

note("# run a check")
edit("testmodules/bank/NegativeBalance.tebl")
go_to("check negativeBalance reachable")
local line = vim.api.nvim_win_get_cursor(0)[1] - 1

local function lens(name)
    local document = { textDocument = vim.lsp.util.make_text_document_params() }
    for _, lens in ipairs(request("textDocument/codeLens", document) or {}) do
        if lens.range.start.line == line and lens.command.command == name then
            return lens
        end
    end
end

local context = { bufnr = vim.api.nvim_get_current_buf() }
local check = lens("fretsaw.runCheck").command
vim.cmd("FretsawCancelCheck")
vim.lsp.commands["fretsaw.runCheck"](check, context)
vim.lsp.commands["fretsaw.runCheck"](check, context)
vim.cmd("FretsawCancelCheck")
vim.lsp.commands["fretsaw.runCheck"](check, context)
local trace = await("trace", function()
    return lens("fretsaw.showTrace")
end)
note((trace.command.title:gsub("%d+%.%d+ s", "TIME")))

note("# its run")
vim.lsp.commands["fretsaw.showTrace"](trace.command, context)
local steps = await("run", function()
    local known = vim.fn.getqflist()
    return #known > 0 and known
end)
-- Which account is opened first, and with how much, is for the solver to choose.
local events = {}
for _, step in ipairs(steps) do
    local path = vim.fn.fnamemodify(vim.api.nvim_buf_get_name(step.bufnr), ":.")
    local event = step.text:match("%.(%w+)%(") or "start"
    table.insert(events, path .. ":" .. step.lnum .. " " .. event)
end
table.sort(events)
note(table.concat(events, "\n"))

note("# its slice")
vim.cmd("cclose")
vim.lsp.commands["fretsaw.showSlice"](lens("fretsaw.showSlice").command, context)
local namespace = vim.api.nvim_create_namespace("fretsaw.slice")
local library = vim.fn.bufnr("rebel-examples/bank/Account.ebl")
local faded = await("slice", function()
    local marks = vim.api.nvim_buf_get_extmarks(library, namespace, 0, -1, {})
    return #marks > 0 and marks
end)
for _, mark in ipairs(faded) do
    note("faded: " .. vim.api.nvim_buf_get_lines(library, mark[2], mark[2] + 1, false)[1])
end

note("# why")
local function why(question)
    vim.cmd(question)
    local window = await("answer", function()
        local window = vim.b.lsp_floating_preview
        return window and vim.api.nvim_win_is_valid(window) and window
    end)
    note(vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(window), 0, 1, false)[1])
    vim.api.nvim_win_close(window, true)
end
vim.cmd("buffer " .. library)
go_to("balance: Money")
why("FretsawWhy")
go_to("unblock[]")
why("FretsawWhy")
why("FretsawWhy Account.close")
vim.cmd("FretsawHideSlice")
vim.cmd("FretsawWhy")

note("# a run that is out of date")
edit("rebel-examples/bank/Account.ebl")
vim.cmd("silent global/interest/delete")
await("mistake", function()
    return #vim.diagnostic.get(library) > 0
end)
vim.cmd("buffer " .. context.bufnr)
vim.fn.setqflist({}, "f")
vim.lsp.commands["fretsaw.showTrace"](trace.command, context)
local places = await("run", function()
    local known = vim.fn.getqflist()
    return #known > 0 and known
end)
local without = 0
for _, step in ipairs(places) do
    without = without + (step.bufnr == 0 and 1 or 0)
end
note(vim.fn.getqflist({ title = 0 }).title .. ", steps without a place: " .. without)

out:close()
vim.cmd("qall!")
