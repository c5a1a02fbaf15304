autocmd BufNewFile,BufRead *.ebl,*.tebl setfiletype rebel
