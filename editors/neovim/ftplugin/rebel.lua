-- What a buffer with a specification or a test module begins with.

vim.bo.commentstring = "// %s"
vim.bo.expandtab = true
vim.bo.shiftwidth = 4
vim.bo.softtabstop = 4

require("fretsaw").start()
