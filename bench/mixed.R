# lme4 on a table, for mixed.py: Rscript mixed.R FILE.csv FORMULA. Prints seconds of lmer alone and the criterion.
suppressMessages(library(lme4))
args <- commandArgs(TRUE)
table <- read.csv(args[1])
control <- lmerControl(calc.derivs = FALSE, check.conv.singular = "ignore", check.conv.grad = "ignore")
seconds <- system.time(model <- lmer(as.formula(args[2]), table, control = control))[["elapsed"]]
cat(sprintf("%.3f %.6f\n", seconds, REMLcrit(model)))
