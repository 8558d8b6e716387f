"""The paper's statements about symmetric noise: its abstract, Section 4.4 and Table 1."""

from prism.judge.claims.case import Bounds
from prism.judge.claims.claim import LESS, Claim, Comparison
from prism.judge.claims.groups import CLASSIFICATION, EXISTING, PAIR, PROXY
from prism.judge.claims.sides import average, each, strongest
from prism.judge.claims.views import at, change, every_step, first_step
from prism.judge.verdict import POINT

POSITION = 1
WHERE = "Section 4.4, Table 1"
TABLE = ("symmetric",)
PRISM = each("mcl_prism")
PROXIES = average("losses with proxies", *PROXY)
PAIRS = average("losses on pairs", *PAIR)

CLAIMS = [
    Claim(
        "symmetric_best",
        "MCL + PRISM is the best at every symmetric rate.",
        "PRISM with Memory Contrastive Loss achieves the highest performance among all the compared algorithms.",
        WHERE,
        TABLE,
        (Comparison(at("symmetric"), PRISM, strongest(*EXISTING)),),
    ),
    Claim(
        "symmetric_margin",
        "MCL + PRISM is up to 6.06 points above the best of the others.",
        "PRISM demonstrates superior performance of up to 6.06% in Precision@1.",
        "abstract; Table 1, CARS at 50 %",
        TABLE,
        (Comparison(at("symmetric"), PRISM, strongest(*EXISTING), Bounds(low=0.0606 - POINT)),),
        needs="one",
    ),
    Claim(
        "symmetric_over_mcl",
        "PRISM improves MCL at every symmetric rate.",
        "PRISM works well under the memory-based contrastive loss.",
        "Section 3.4, Table 1",
        TABLE,
        (Comparison(at("symmetric"), PRISM, each("mcl")),),
    ),
    Claim(
        "symmetric_all_drop",
        "Every method gets worse with every step of the symmetric rate.",
        "As the noisy label rate increases, the Precision@1 scores decrease for all approaches",
        WHERE,
        TABLE,
        (Comparison(change("symmetric", every_step), each(*EXISTING, "mcl_prism"), bounds=LESS),),
    ),
    Claim(
        "symmetric_smallest_drop",
        "From the lowest to the highest symmetric rate MCL + PRISM loses the least.",
        "PRISM exhibits the least performance drop among all methods.",
        WHERE,
        TABLE,
        (Comparison(change("symmetric"), PRISM, strongest(*EXISTING)),),
    ),
    Claim(
        "symmetric_cub",
        "On CUB MCL + PRISM loses 0.05 points from 10 to 20 % and less than 3 to 50 %.",
        "In CUB, the performance of PRISM decreases by 0.05% when the noise level increases from 10% to 20%, and by"
        " less than 3% when noise increases to 50%.",
        WHERE,
        TABLE,
        (
            Comparison(
                change("symmetric", first_step, only=("cub",)), PRISM, bounds=Bounds(-0.0005 - POINT, -0.0005 + POINT)
            ),
            Comparison(change("symmetric", only=("cub",)), PRISM, bounds=Bounds(low=-0.03)),
        ),
    ),
    Claim(
        "classification_lower",
        "Robust classification is below metric learning and PRISM.",
        "However, their performance is generally lower compared to DML approaches and PRISM.",
        WHERE,
        TABLE,
        tuple(
            Comparison(
                at("symmetric"),
                average("classification", "coteaching", "coteaching_plus", "f_correction"),
                other,
                LESS,
            )
            for other in (average("metric learning", *PROXY, *PAIR), PRISM)
        ),
    ),
    Claim(
        "symmetric_over_classification",
        "MCL + PRISM is above every method for classification.",
        "PRISM demonstrates superior performance to several noise-resistant classification baselines.",
        "Section 2, Table 1",
        TABLE,
        (Comparison(at("symmetric"), PRISM, strongest(*CLASSIFICATION)),),
    ),
    Claim(
        "temperature_helps",
        "Temperature improves Co-teaching.",
        "Applying temperature normalization to cross-entropy boosts the performance of Co-teaching",
        WHERE,
        TABLE,
        (Comparison(at("symmetric"), each("coteaching_temperature"), each("coteaching")),),
    ),
    Claim(
        "proxies_high",
        "At the highest rate losses with proxies are above losses on pairs on CUB and CARS.",
        "Approaches with proxy-based loss achieve generally high scores under CUB and CARS, even at 50% noise.",
        WHERE,
        TABLE,
        (Comparison(at("symmetric", only=("cub", "cars"), highest=True), PROXIES, PAIRS),),
    ),
    Claim(
        "proxies_low_on_sop",
        "On SOP losses with proxies are below losses on pairs.",
        "However, they generally perform worse than approaches with pair-based loss under SOP.",
        WHERE,
        TABLE,
        (Comparison(at("symmetric", only=("sop",)), PROXIES, PAIRS, LESS),),
    ),
    Claim(
        "pairs_drop_more",
        "From the lowest to the highest rate losses on pairs lose more than losses with proxies.",
        "In comparison, pair-based losses are subject to severe performance drops under high noise rates.",
        WHERE,
        TABLE,
        (Comparison(change("symmetric"), PAIRS, PROXIES, LESS),),
    ),
    Claim(
        "hard_examples_hurt",
        "MS and Circle, which weigh hard examples more, drop.",
        "This causes the performance to drop significantly.",
        WHERE,
        TABLE,
        (Comparison(change("symmetric"), each("ms", "circle"), bounds=LESS),),
    ),
    Claim(
        "bank_helps",
        "MCL is above the contrastive loss without a bank.",
        "The use of the memory bank in MCL increases the performance.",
        WHERE,
        TABLE,
        (Comparison(at("symmetric"), each("mcl"), each("contrastive")),),
    ),
    Claim(
        "mcl_below_proxies",
        "At the highest rate MCL is below losses with proxies.",
        "However, the performance is still lower than that of proxy-based loss approaches.",
        WHERE,
        TABLE,
        (Comparison(at("symmetric", highest=True), each("mcl"), PROXIES, LESS),),
    ),
]
