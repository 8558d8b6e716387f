"""The paper's statements about its own design: the score, the window, the rate R, and clean data."""

from prism.judge.claims.case import Bounds
from prism.judge.claims.claim import Claim, Comparison
from prism.judge.claims.sides import each, smoothed
from prism.judge.claims.views import BOTH_SCORES, at, lost
from prism.judge.verdict import POINT

POSITION = 4
BATCH_POSITIVE = "softtriple_prism@score=batch_positive@window=1"
MEMORY_POSITIVE = "softtriple_prism@score=memory_positive@window=1"
EQUATION_2 = "softtriple_prism@window=1"
TABLE_5 = ("Section 4.5, Table 5", ("p_clean_design",))
CURVES = ("Section 4.5, figure of P@1 against iterations", ("iterations",))
DESIGNS = at("smallcluster", metrics=BOTH_SCORES)
# The paper's curves go beyond 5,000 iterations; a shorter training cannot contradict them.
FALL = lost("smallcluster", after=5000)
R = [f"mcl_prism@noise_rate={rate}" for rate in ("0.3", "0.4", "0.5", "0.6", "0.7")]
R_0 = "mcl_prism@noise_rate=0"  # MCL, with the settings of the rows that filter
R_CLEAN = [f"mcl_prism@noise_rate={rate}" for rate in ("0.02", "0.05", "0.1")]
CARS_98N = at("natural", metrics=BOTH_SCORES, only=("cars98n",))
LITTLE = Bounds(low=-POINT)

ABLATIONS = [
    Claim(
        "every_filter_helps",
        "Every way to filter is better than none.",
        "All filtering strategies improve performance relative to the scenario of no noise filtering.",
        *TABLE_5,
        (Comparison(DESIGNS, each(BATCH_POSITIVE, MEMORY_POSITIVE, EQUATION_2), each("softtriple")),),
    ),
    Claim(
        "memory_over_batch",
        "Memory-positive is better than Batch-positive.",
        "The Memory-positive strategy works better than Batch-positive",
        *TABLE_5,
        (Comparison(DESIGNS, each(MEMORY_POSITIVE), each(BATCH_POSITIVE)),),
    ),
    Claim(
        "score_best",
        "PRISM's score is better than Batch-positive and Memory-positive.",
        "achieves the best P@1 and MAP@R scores.",
        *TABLE_5,
        (Comparison(DESIGNS, each(EQUATION_2), each(BATCH_POSITIVE, MEMORY_POSITIVE)),),
    ),
    # The best of several evaluations is above the last by chance alone: a fall counts from a point on.
    Claim(
        "unfiltered_overfits",
        "Without a filter P@1 falls towards the end of training.",
        "Ignoring label noise makes the model overfit to the noisy data, which is shown as good initial performance"
        " followed by a rapid fall.",
        *CURVES,
        (Comparison(FALL, each("softtriple"), bounds=Bounds(low=POINT)),),
    ),
    Claim(
        "batch_positive_falls",
        "With Batch-positive P@1 falls towards the end of training, too.",
        "but also experiences a performance drop after 5,000 training iterations.",
        *CURVES,
        (Comparison(FALL, each(BATCH_POSITIVE), bounds=Bounds(low=POINT)),),
    ),
    Claim(
        "prism_converges",
        "With PRISM P@1 does not fall towards the end of training.",
        "the model converges to the best performance.",
        *CURVES,
        (Comparison(FALL, each(EQUATION_2), bounds=Bounds(high=POINT)),),
    ),
    Claim(
        "smooth_threshold",
        "sTRM is better than TRM with every window.",
        "sTRM consistently outperforms TRM.",
        "Section 4.5, figure of P@1 against the window",
        ("window",),
        tuple(
            Comparison(at("symmetric", "smallcluster", "natural"), smoothed(method), each(f"{method}@window=1"))
            for method in ("mcl_prism", "softtriple_prism")
        ),
    ),
    Claim(
        "half_is_best",
        "On CARS-98N R = 0.5 is the best.",
        "The model achieves the best performance when R=50%.",
        "Section 4.5, Table 6",
        ("noise_rate",),
        (Comparison(CARS_98N, each(R[2]), each(R_0, *R[:2], *R[3:])),),
    ),
    Claim(
        "any_rate_helps",
        "On CARS-98N every R from 0.3 to 0.7 is better than none.",
        "",
        "Table 6",
        ("noise_rate",),
        (Comparison(CARS_98N, each(*R), each(R_0)),),
    ),
]

CLEAN_DATA = [
    Claim(
        "clean_cub",
        "On CUB filtering clean data costs little: less than a point.",
        "The performance degradation on CUB is small.",
        "supplement, Table 4",
        ("clean_data",),
        (Comparison(at("clean", only=("cub",)), each(*R_CLEAN), each(R_0), LITTLE),),
    ),
    Claim(
        "clean_any",
        "Filtering clean data costs little: less than a point.",
        "",
        "supplement, Table 4",
        ("clean_data",),
        (Comparison(at("clean"), each(*R_CLEAN), each(R_0), LITTLE),),
    ),
    Claim(
        "clean_sop",
        "On SOP, dropping 2 or 5 % improves MCL.",
        "On SOP, filtering data at R=2% and 5% causes performance to improve slightly.",
        "supplement, Table 4",
        ("clean_data",),
        (Comparison(at("clean", only=("sop",)), each(*R_CLEAN[:2]), each(R_0)),),
    ),
]
CLAIMS = ABLATIONS + CLEAN_DATA
