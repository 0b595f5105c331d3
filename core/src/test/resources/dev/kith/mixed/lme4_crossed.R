# What lme4 estimates where tasks are crossed or nested, for CrossedOracleTest. Run here: Rscript lme4_crossed.R [DIR]. Writes crossed.csv and assay.csv, which are simulated
# here, and lme4_crossed.txt: a line "NAME criterion residual p effects... errors... {GROUPING size covariance...}...". With DIR, it also writes lme4's tables
# penicillin.csv.gz and insteval.csv.gz there (they are not ours to pass on) and estimates them anew; without, their lines are kept.
# Made with R 4.2.2 and lme4 1.1-31 (Debian's r-cran-lme4 1.1-31-1).
suppressMessages(library(lme4))
control <- lmerControl("bobyqa", optCtrl = list(rhoend = 1e-10, maxfun = 100000), check.conv.singular = "ignore", check.conv.grad = "ignore")

# 30 shops, 12 products, 40 customers, departments inside shops; what is sold where is far from balanced.
set.seed(19)
n <- 700
shop <- sample(1:30, n, replace = TRUE, prob = 1 / (1:30)^0.7)
product <- sample(1:12, n, replace = TRUE, prob = 1 / (1:12)^0.5)
customer <- sample(1:40, n, replace = TRUE)
dept <- sample(1:3, n, replace = TRUE)
x1 <- 10 + 2 * rnorm(n)
x2 <- rnorm(n)
of.shop <- matrix(rnorm(60), 30) %*% chol(matrix(c(4, 0.5, 0.5, 0.25), 2))
of.product <- matrix(rnorm(24), 12) %*% chol(matrix(c(1, -0.2, -0.2, 0.3), 2))
of.customer <- 0.7 * rnorm(40)
of.dept <- matrix(1.5 * rnorm(90), 30)
common <- 3 + 0.5 * x1 - x2
y <- common + of.shop[shop, 1] + of.shop[shop, 2] * (x1 - 10) + of.product[product, 1] + of.product[product, 2] * x2 + of.customer[customer] + rnorm(n)
z <- common + of.shop[shop, 1] + of.dept[cbind(shop, dept)] + 2 * rnorm(n)
e <- rnorm(n)
e <- common + of.shop[shop, 1] + e - 0.9 * ave(e, product)
table <- data.frame(
    shop = sprintf("s%02d", shop), product = sprintf("p%02d", product), customer = sprintf("c%02d", customer),
    dept = sprintf("s%02d/%d", shop, dept), y = signif(y, 8), z = signif(z, 8), e = signif(e, 8), x1 = signif(x1, 6), x2 = signif(x2, 6))
write.csv(table, "crossed.csv", row.names = FALSE, quote = FALSE)

# The size and balance of Penicillin: 24 plates with 6 samples each.
assay <- expand.grid(plate = sprintf("a%02d", 1:24), sample = LETTERS[1:6])
assay$y <- signif(23 + 0.85 * rnorm(24)[as.integer(assay$plate)] + 1.9 * rnorm(6)[as.integer(assay$sample)] + 0.55 * rnorm(144), 8)
write.csv(assay, "assay.csv", row.names = FALSE, quote = FALSE)

line <- function(name, model, groupings) {
    vc <- VarCorr(model)
    numbers <- function(x) paste(format(x, digits = 15, trim = TRUE), collapse = " ")
    variances <- sapply(groupings, function(g) paste(g, nrow(vc[[g]]), numbers(as.vector(as.matrix(vc[[g]])))))
    beta <- fixef(model)
    paste(name, numbers(c(REMLcrit(model), sigma(model)^2)), length(beta), numbers(beta), numbers(sqrt(diag(as.matrix(vcov(model))))), paste(variances, collapse = " "))
}
fit <- function(formula, data) lmer(formula, data, control = control)

singular <- fit(e ~ x1 + x2 + (1 | shop) + (1 | product), table)
stopifnot(isSingular(singular))
lines <- c(
    line("intercepts", fit(y ~ x1 + x2 + (1 | shop) + (1 | product), table), c("shop", "product")),
    line("slopes", fit(y ~ x1 + x2 + (x1 | shop) + (1 | product), table), c("shop", "product")),
    line("both", fit(y ~ x1 + x2 + (x1 | shop) + (x2 | product), table), c("shop", "product")),
    line("three", fit(y ~ x1 + x2 + (x1 | shop) + (1 | product) + (1 | customer), table), c("shop", "product", "customer")),
    line("nested", fit(z ~ x1 + x2 + (1 | shop) + (1 | dept), table), c("shop", "dept")),
    line("singular", singular, c("shop", "product")),
    line("assay", fit(y ~ 1 + (1 | plate) + (1 | sample), assay), c("plate", "sample")))
where <- commandArgs(TRUE)
if (length(where) == 1) {
    save <- function(data, name) write.csv(data, gzfile(file.path(where, paste0(name, ".csv.gz"))), row.names = FALSE, quote = FALSE)
    save(Penicillin, "penicillin")
    ratings <- data.frame(student = paste0("s", InstEval$s), lecturer = paste0("d", InstEval$d), dept = paste0("t", InstEval$dept),
        service = as.integer(InstEval$service == "1"), y = InstEval$y)
    save(ratings, "insteval")
    print(system.time(two <- fit(y ~ service + (1 | student) + (1 | lecturer), ratings)))
    print(system.time(three <- fit(y ~ service + (1 | student) + (1 | lecturer) + (1 | dept), ratings)))
    lines <- c(lines,
        line("penicillin", fit(diameter ~ 1 + (1 | plate) + (1 | sample), Penicillin), c("plate", "sample")),
        line("insteval", two, c("student", "lecturer")),
        line("insteval-dept", three, c("student", "lecturer", "dept")))
} else {
    lines <- c(lines, grep("^(penicillin|insteval|insteval-dept) ", readLines("lme4_crossed.txt"), value = TRUE))
}
writeLines(lines, "lme4_crossed.txt")
