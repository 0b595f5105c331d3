# What lme4 estimates, for Lme4OracleTest. Run here: Rscript lme4_oracle.R [DIR], where DIR holds sleepstudy.csv.gz, oxboys.csv.gz and exam.csv.gz
# (without it their lines are kept as they are). Writes tasks.csv, which is simulated here, and lme4_oracle.txt.
# Made with R 4.2.2 and lme4 1.1-31 (Debian's r-cran-lme4 1.1-31-1).
suppressMessages(library(lme4))
control <- lmerControl("bobyqa", optCtrl = list(rhoend = 1e-10, maxfun = 100000), check.conv.singular = "ignore")

set.seed(7)
tasks <- 40
size <- sample(1:14, tasks, replace = TRUE)
task <- rep(sprintf("t%02d", 1:tasks), size)
n <- length(task)
k <- rep(1:tasks, size)
a <- rnorm(tasks)[k]
x1 <- 20 + 3 * rnorm(n)
x2 <- rnorm(n)
u <- matrix(rnorm(2 * tasks), tasks) %*% chol(matrix(c(4, 0.3, 0.3, 0.09), 2))
y <- 5 + 0.7 * x1 - 1.2 * x2 + 0.8 * a + u[k, 1] + u[k, 2] * (x1 - 20) + rnorm(n)
z <- 5 + x1 + u[k, 1] * (1 + 0.5 * x2) + 2 * rnorm(n)
e <- rnorm(n)
e <- 3 + x1 + e - 0.9 * ave(e, task)
table <- data.frame(task, y = signif(y, 8), z = signif(z, 8), e = signif(e, 8), x1 = signif(x1, 6), x2 = signif(x2, 6), a = signif(a, 6))
write.csv(table, "tasks.csv", row.names = FALSE, quote = FALSE)

line <- function(name, model) {
    d <- as.matrix(VarCorr(model)[[1]])
    if (length(VarCorr(model)) > 1) d <- diag(sapply(VarCorr(model), function(v) v[1, 1]))
    numbers <- c(REMLcrit(model), sigma(model)^2, fixef(model), sqrt(diag(as.matrix(vcov(model)))), as.vector(d))
    paste(name, paste(format(numbers, digits = 15, trim = TRUE), collapse = " "))
}

singular <- lmer(z ~ x1 + x2 + a + (x2 | task), table, control = control)
nothing <- lmer(e ~ x1 + x2 + a + (1 | task), table, control = control)
stopifnot(isSingular(singular), isSingular(nothing))

lines <- c(
    line("full", lmer(y ~ x1 + x2 + a + (x1 | task), table, control = control)),
    line("intercept", lmer(y ~ x1 + x2 + a + (1 | task), table, control = control)),
    line("diagonal", lmer(y ~ x1 + x2 + a + (1 | task) + (0 + x1 | task), table, control = control)),
    line("three", lmer(y ~ x1 + x2 + a + (x1 + x2 | task), table, control = control)),
    line("singular", singular),
    line("nothing", nothing))
where <- commandArgs(TRUE)
if (length(where) == 1) {
    read <- function(name) read.csv(gzfile(file.path(where, paste0(name, ".csv.gz"))))
    lines <- c(lines,
        line("sleepstudy", lmer(Reaction ~ Days + (Days | Subject), read("sleepstudy"), control = control)),
        line("oxboys", lmer(height ~ age + (age | Subject), read("oxboys"), control = control)),
        line("exam", lmer(normexam ~ schavg + standLRT + (standLRT | school), read("exam"), control = control)))
} else {
    lines <- c(lines, grep("^(sleepstudy|oxboys|exam) ", readLines("lme4_oracle.txt"), value = TRUE))
}
writeLines(lines, "lme4_oracle.txt")
