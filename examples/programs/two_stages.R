#!/usr/bin/env Rscript
# A simulator as a program: a job of two stages, each of random length.
#
#   surefoot fit "exec:Rscript two_stages.R" times.csv --parameters mean=0.1:100:log,ratio=0:1
input <- file("stdin", "r")
while (length(line <- readLines(input, n = 1)) > 0) {
  words <- strsplit(line, " ")[[1]]
  count <- as.integer(words[1])
  # R's seeds have 31 bits, the request's 64: the last nine digits are as good as all.
  set.seed(as.integer(substr(words[2], max(1, nchar(words[2]) - 8), nchar(words[2]))))
  theta <- as.numeric(words[-(1:2)])
  y <- theta[1] * (rexp(count) + theta[2] * rexp(count))
  writeLines(format(y, digits = 17, trim = TRUE, scientific = TRUE))
  flush(stdout())
}
