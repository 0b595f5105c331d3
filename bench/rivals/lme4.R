# lme4 on one fold: Rscript bench/rivals/lme4.R TRAIN.csv TEST.csv TASK TARGET SLOPES|- OUT.csv
# All features fixed; a random intercept (SLOPES -), or random intercept and slopes. Columns that the training rows leave constant are left out.
# Numbers are scaled as lme4 asks. A task or level it has not seen gets the fixed part.
suppressPackageStartupMessages(library(lme4))
a <- commandArgs(trailingOnly = TRUE)
train <- read.csv(a[1], stringsAsFactors = FALSE)
test <- read.csv(a[2], stringsAsFactors = FALSE)
task <- make.names(a[3]); target <- make.names(a[4])
slopes <- if (a[5] == "-") character() else make.names(strsplit(a[5], ",")[[1]])
rest <- setdiff(names(train), c(task, target))
rest <- rest[vapply(rest, function(c) length(unique(train[[c]])) > 1, logical(1))]
for (c in rest) {
  if (is.numeric(train[[c]])) {
    middle <- mean(train[[c]]); spread <- sd(train[[c]])
    train[[c]] <- (train[[c]] - middle) / spread
    test[[c]] <- (test[[c]] - middle) / spread
  } else {
    levels <- unique(train[[c]])
    usual <- names(sort(table(train[[c]]), decreasing = TRUE))[1]
    train[[c]] <- factor(train[[c]], levels)
    test[[c]] <- factor(ifelse(test[[c]] %in% levels, test[[c]], usual), levels)
  }
}
train[[task]] <- factor(train[[task]]); test[[task]] <- factor(test[[task]])
effects <- if (length(slopes)) paste(c("1", slopes), collapse = " + ") else "1"
formula <- as.formula(sprintf("%s ~ %s + (%s | %s)", target, paste(rest, collapse = " + "), effects, task))
fit <- suppressMessages(suppressWarnings(lmer(formula, train, REML = TRUE)))
write.csv(data.frame(prediction = predict(fit, test, allow.new.levels = TRUE)), a[6], row.names = FALSE)
