"""The typefaces of the glyphs dataset: families of the npm registry at pinned versions, with checksums.

They are free families of a single weight that have Latin-1 and Latin Extended-A almost whole, in archives of at most
115 kB, 9 MB in all. Of families that share drawings, such as a family and its small capitals, one is here.
"""

from typing import NamedTuple

from prism.data.npm_archive import Package
from prism.errors import PrismError

LICENCE = "OFL-1.1"  # of every family, as its package says
PAGES = "https://fontsource.org/fonts"  # has a page for each family


class Family(NamedTuple):
    version: str  # of the npm package @fontsource/NAME
    sha256: str  # of that package's archive


FAMILIES: dict[str, Family] = {
    "abril-fatface": Family("5.3.0", "261304489f1ad9509af041947230865e79ae1e7c75c330b75d42d67a5c4a8aff"),
    "alfa-slab-one": Family("5.3.0", "9a23f35cd084f78793d3375618def5b8a56251df4191edce109a7738b54148b0"),
    "amarante": Family("5.3.0", "b003bef80242c8fa13f369eefa900d4d909f2d6af60e057201ffffa652dc6a2b"),
    "annie-use-your-telescope": Family("5.3.0", "ed1cea10322cff6e760b1c1d2cb3be8b5a3b08ddea41feae31f9f938f39fe1ab"),
    "arbutus-slab": Family("5.3.0", "091a52e98f18fada8b55886c425f206eb44eff4751a741c50ea6ab3b51c18975"),
    "architects-daughter": Family("5.3.0", "791d2009fbdc46ca3eb942c27c62c0ee353668cd290dfad17f401b8488c727a1"),
    "archivo-black": Family("5.3.0", "f035e17cec2b7c7145faed8d002eb7800b8b5b407605a45ad56fe1ca09c25372"),
    "armata": Family("5.2.8", "eb9de2be201207833ff23e36dda41c35b4d249ac550de3daafe8daf55ae8ccde"),
    "audiowide": Family("5.3.0", "d3aeff4a87b2c1370516b0820d88fc94f7a992aed4f5dfca5338c054df3dc10c"),
    "autour-one": Family("5.3.0", "5e303a895f094d9c4da0a0c84e5a25d2fa9d2ac0e0f200c392ec0e4847778eab"),
    "average-sans": Family("5.2.8", "a95818b7d3b0acadb0136bb54532babf93d6cc3d575bce616a2720abb349cd5a"),
    "bahiana": Family("5.0.12", "454383f148523ae6cfaaf80a573e3c9d7eafa8cf612c9b8fc1fe1e4900b669d6"),
    "basic": Family("5.3.0", "1bb4e6d473cf530f4a42551cd5dda93bf2278898eee0140e2032bbba6bc9aac9"),
    "bellefair": Family("5.3.0", "ca5b2ec6ec03c5b36430a462d2b15ed3c3632d433f0b8f8462410ca516558426"),
    "belleza": Family("5.3.0", "c07cb73d4bc8ae0e884db5b74b75d1ce3beee4b5856cf39b24170caf3cc186ef"),
    "berkshire-swash": Family("5.3.0", "4cc0bfa3a0d65395c6a9f179bdb4fa8d9565ae0e168dea37fc0640b05786e9c1"),
    "bigelow-rules": Family("5.1.0", "d1b403dab153bc595cffae589c0a20bd42cc3b2c6815d8781633e41df943e4da"),
    "bree-serif": Family("5.3.0", "16534f262d883f739691ea2a44a126fc5761e1d09f91659776ba7aa587398217"),
    "cantata-one": Family("5.3.0", "08bdae21229f964cf26483478715cb1019d9643b2c1a9e81935228b66747ca7d"),
    "capriola": Family("5.1.1", "4599e29dfb823774859dafe058d4c644da684125f1b50177159bcb8f8d309f92"),
    "caramel": Family("5.3.0", "3c77318a1b7e76816953d5db0f3c4e4fa1bdf445d69a9dbc5c9116ff0782ffcd"),
    "chonburi": Family("5.3.0", "34ec65dcc9a0b4b5eefc6d827974338ea5f97c8d24c2b69b1f06a30db9db55a2"),
    "clicker-script": Family("5.3.0", "606584b409f21130e488456889abcf9a29bf0cdf8301340df4ab4fafdc21a698"),
    "courgette": Family("5.3.0", "313ba0c485f5e8e09a5783c4b590719bc689a55d205f23a6c58b0437bcce0676"),
    "crete-round": Family("5.3.0", "232f857038a4a5de347f0ce1d9e5d7d63f6d3c47e72f8ece9ecaf12e2d5e2a54"),
    "croissant-one": Family("5.2.7", "8584fdbb44c14bbcbbf23fa4088bce0b901eedef8015a3b045596fb49719ae30"),
    "cutive-mono": Family("5.3.0", "20abe4686dcd4bada0c26d16750a73905671d06ef655e98eb612a01167e12a79"),
    "doppio-one": Family("5.3.0", "a48f48975c18bcc4a1699d013e4debf2d597e88ee01de5fd242ff73cc9b10317"),
    "dynalight": Family("5.3.0", "9bded45c7d3f34576b4f3f1e876ca9f2db539f4589134ec46bdd63f265ba8a00"),
    "eagle-lake": Family("5.3.0", "d471802f195888286ebacab1a1d57690614ce762e9a334504a7634bd6795373d"),
    "emblema-one": Family("5.2.8", "8e45987e75c7450f130c6a280df5796ae6a9a5562e87630fd1fdfccfa1b479e1"),
    "engagement": Family("5.3.0", "81c5c92131d706ff3ba069e08c18af2df6835d6c0ef020f7e40a08cef7abcf11"),
    "englebert": Family("5.3.0", "4bd2f6ff6ccbdfe775f2cb1bc1eac2bb2ebec32b246362edb6f0c74784c003dd"),
    "fascinate": Family("5.3.0", "873b7967e4de19e0d69365bfdf833e4d7064b73a4229fa08c52f80a6e2f4d84b"),
    "faster-one": Family("5.3.0", "2ba697f7db6fc9c8c3f02466d97f678039b8cbc35e3d3de2b7e06a657a966e82"),
    "fauna-one": Family("5.3.0", "98be6c1d53687ad0cea260b2c5b3962b79fef6b1d681597e3e897c80a1c33f04"),
    "francois-one": Family("5.3.0", "90ec252a89b2c420eea8314be57de4db93f0da7f51aaa3a764e477bc0c3db95c"),
    "galindo": Family("5.3.0", "e97f26c20ca15de52d2334dec305c3551d845e9302604adf29e9b56290aecbe2"),
    "gilda-display": Family("5.3.0", "ba1bc9a2b1456856ea9f3d6be9ca0eeb04a683f3b9d8a6692a74b4a4ba3ec3d2"),
    "gloria-hallelujah": Family("5.3.0", "8755cc046e06286eeebee193f9f753bd0f03eec44c7bf188fc883db66e7a9d91"),
    "grand-hotel": Family("5.3.0", "25b05018ac1bfd0ebbfcacbfd68aad0482d16ed5bbe0b9d32b348f73265732d3"),
    "gruppo": Family("5.2.8", "fa6a6c69b4aef8d8b350303b12ab6651af119d1b7cbe00b4377a5c757446086f"),
    "habibi": Family("5.2.8", "8865b5d9c76964b34adb2cec7801b6eca98c67f5e063e33068e9422a10852cfb"),
    "hammersmith-one": Family("5.3.0", "b3a3b454850e10da918d7a3b574b8c62c8e4d779d29a73615604c33b8d4b2616"),
    "headland-one": Family("5.3.0", "3c33b99c41afef031fe0472ed58578e56555e481dc3575ee8d2948e46c904a91"),
    "imprima": Family("5.0.8", "2ecbd4e74fff4b8b53cf59c4aac932acd866eef6bddf1e1d7b663daf1751fb2d"),
    "inder": Family("5.3.0", "9f11486943f0ca2ce0fb56214737a86d00720e8432b5ef7ab3518590b5c707f7"),
    "indie-flower": Family("5.3.0", "be380503f1e2c5ef08b8399a28f8cb2f1725527db2cb6aacec3037c2bd1b9083"),
    "joan": Family("5.3.0", "bb9be5588c097903a57b4d9a9ce4737a6da6b04e7543e3acd456f574b83d2466"),
    "jockey-one": Family("5.2.7", "ebc132a2dee379b5b0c81a545e4419670007a06a393189055f7d47bbe72d6320"),
    "joti-one": Family("5.3.0", "9462eec3294408bd4b9691c304e7ad3faaf51ca60cd9aa67971ce1507927fcf0"),
    "kaushan-script": Family("5.3.0", "1d665df77f4bcd3fbf106c9adc1405fc1d0ec492270d5c23b597f00da2f6515d"),
    "kavivanar": Family("5.3.0", "c765f6374afbb1b8e8cb9fbf8b7355e3a9de0899a76d3b8aa61d35c4d1216e14"),
    "kelly-slab": Family("5.3.0", "542707982cf8a09d968c01d8efe3c486c26a6e897cabd62ed5ae0a3a30b808ac"),
    "krona-one": Family("5.3.0", "cb8ea2879fb7751c6cda122e44a8df84ba5ecb6da7d77e2e14bdfa7c92e93349"),
    "league-gothic": Family("5.3.0", "40c34bf02e0c3f88cccdca1851b889fd3780653eb01066ddcdeb9474903e2aa6"),
    "lemon": Family("5.3.0", "b971648dfa0af498aa7843ff0d1f9a72134ce28d3f641d2f2e5c4bc794d7138c"),
    "libre-caslon-display": Family("5.3.0", "bf506f215a19db9d9b6dfb9f0dcc82e88e3f85a4a1024fa7c13d1b9e395c8207"),
    "limelight": Family("5.3.0", "0f4099442e3667cd126a595d51a784f05666da6ab12e544a94f1c4e654fa3b54"),
    "loved-by-the-king": Family("5.3.0", "d058a205828a2e29748c87c533dd917fb9b3e4156d6ae564f48cef24f5e9eb69"),
    "magra": Family("5.2.5", "6d399c2e2a30314b312b347ea321bd8d0c474e551b8a1fe70d6d7e6604806615"),
    "major-mono-display": Family("5.3.0", "67e7e1a695f78c7c2b0ccb3dd6080fbc9cd772d6b64ce235ad2cd423ccd027aa"),
    "mako": Family("5.1.1", "c1310461e60f1a5ecc135145c0f04a84df4d2a2e1cd0e53749b3a966113bcd45"),
    "mclaren": Family("5.2.8", "4450364b829f815631d6acb7ddc5cb10e76008234c83db2f02f56cb9b336ec82"),
    "medievalsharp": Family("5.3.0", "3fb6eb053595f11b9ead1ff863c163027ed1ed7dd68b1d6a41fb84e64596be88"),
    "metamorphous": Family("5.3.0", "d04a8254d9df250a03bc590fb6257da988c69fca9324bd5171ed176b51933122"),
    "metrophobic": Family("5.2.8", "cf46102049b3f6d0436b079607d6490c558d32914bcaf0135ba2a1f7ba7d89db"),
    "michroma": Family("5.3.0", "8e4b794f563bc85a5ffc59287fb46fd17ea1990f601b7abe172f8a5389a701ec"),
    "milonga": Family("5.2.8", "77f79d58b4d07d054bbcc296212a6b42c15eccbb470a03a288ecdca59fd51f9d"),
    "modern-antiqua": Family("5.3.0", "91e09076f8513919ca58941e0232dbffae1ebb7cf9950004debf7cbad7991c19"),
    "mouse-memoirs": Family("5.2.7", "4347212c240ea87bf4ec78ca79f38436cb8ac2c2e80fa59dbc2941978a4a5401"),
    "nerko-one": Family("5.3.0", "75a0e6d3243f8f6684ea848a4418b395fc11966ae426e97951269b30b0414241"),
    "new-rocker": Family("5.3.0", "972ed03c4858616a13f847d1060218170f5a3f3cc55ae86e5e7d722b7c81aa15"),
    "nova-square": Family("5.2.8", "44776f139bcf467d10aa14874534b4c8c85eaba99c924e4cccb5144fcc1083fa"),
    "offside": Family("5.3.0", "51255d92dfb0548ec30db412380dc021001896c30f0de08a83c759e3a6069bfc"),
    "oldenburg": Family("5.3.0", "fe21ed4dce05ce907a400b490c5d20dffd374c57516cefa593c1109ae71920b0"),
    "orienta": Family("5.2.8", "30f82267a5f24475856a067a981ebc9f0dd6bfac001a587f0b10387521d931a3"),
    "oxygen-mono": Family("5.3.0", "30e8cd1fe07015fcf6b87da9380a595c8b4391877152eef1c07378cd415d5fc0"),
    "paprika": Family("5.1.1", "48cfb05e4d44ffc0c3b84cee931578b44d977bd3d3975b50609a2f5399bff480"),
    "parisienne": Family("5.3.0", "b047afa53cca7ace68d1a76407a1a72841d940483877b16373be1beb159c0c74"),
    "pathway-gothic-one": Family("5.3.0", "69b9152c0d69088c936f154ff32fe76d919a500d961c0ca061158da65caf51e4"),
    "pavanam": Family("5.3.0", "38a4d962f42ccdfb049808664c603ff7507d38dd73bae25154c54904aa50c846"),
    "paytone-one": Family("5.3.0", "9ed3b08923d2aa4fb68cf0e5e9f95602a5a615496116ed67077da03beafc0275"),
    "peralta": Family("5.3.0", "03359c59cd1f3b613316f6a8c88b2845525b197797911de6a52fc36004499ec3"),
    "petit-formal-script": Family("5.3.0", "c938a31794eb5f8fe65276c0978b485e2c6d51d38c9e5c3ea52afe16c3cb5f92"),
    "pirata-one": Family("5.3.0", "b08505bef8f1ddee4cfc826f6c8e79fe1326cd59343cfd578c8a339fa5b84d33"),
    "plaster": Family("5.0.13", "0be9f7e0646bc08502121e8c0f026867521eccf88ec41bd9b9f9288525dd59cf"),
    "quando": Family("5.2.8", "5ce923cc2c22affd010bf95bc466b9ab78834b765837b4c89a0fb4566283ffc4"),
    "quintessential": Family("5.3.0", "06b6d2c8904b81564a6ccf8c726e70038aa3630c1a45d289127b14ec5e6ca77b"),
    "racing-sans-one": Family("5.3.0", "5f134573c4ac37b96e1074d4e8b194f6a5c26664fda14d289991553ef25324a2"),
    "raleway-dots": Family("5.3.0", "6e2baeb5ccde7f37de7ebed281d542d0609dc9b772b4bd0d47302b236d2e5176"),
    "rammetto-one": Family("5.3.0", "e5c1daf2424944fd5d8a61c4a401ad313cf39061ce6cd4afecd49fc0224f6436"),
    "ranchers": Family("5.3.0", "0858eaa3c585b5323d1996c5d607bc0ebca894a55851b869ee4a337a60369081"),
    "ribeye": Family("5.3.0", "4cce029b4b531500b5ea227accfa7b568479fc676be2cc67263ce46d1ad61f7a"),
    "righteous": Family("5.3.0", "f1eef6d5e0b87e0cba26208279d468f29139adddc339a98d61fcb8d7e374b4e3"),
    "risque": Family("5.3.0", "c6298bfbf1a22e469495e26095467af6e3fe498ed0fc85a702645dc1393cc342"),
    "romanesco": Family("5.3.0", "f0bf0e34f99b4bd4ad2bc4ef321fb69a483a0cc94f9ae626e0e2b6a5f8d0764e"),
    "sacramento": Family("5.3.0", "d9214720a61e878d67296a55afec2c372b1e6a9a6a00718e8e343def34911ae3"),
    "sancreek": Family("5.3.0", "07918f2ee1935393bfe0b7c4ec8c93b499a6d0497f87230698765214ebab6dbd"),
    "sarina": Family("5.3.0", "724ed3113812666f524d243b8407e3ec13af1adb3c35979ea0aa128932b4a121"),
    "seymour-one": Family("5.2.7", "e761e0035a76533b4a52415f3869593eed6096f2e8e4b8126ece10c7daea5524"),
    "shadows-into-light-two": Family("5.3.0", "ca9ce1f14a8756059f453e50cede2676b12930515d9a36b30af6a144125fb0da"),
    "shojumaru": Family("5.3.0", "dea74f0c2fe582895f5b2a792717ca274b8024c8dc2cbca03c1b9fab233ac0e9"),
    "six-caps": Family("5.3.0", "16fc0b0f93ef3431f52d7a4d85400a4ad15f979af0933061a5289cec43af2cf2"),
    "slabo-13px": Family("5.3.0", "7f479c6465848e2c150145c2d95656125e84c5518824c91fd525e39048d39139"),
    "sonsie-one": Family("5.3.0", "a515e1c17cc60a19189a6f9d64b17ad70af6e15fc9472827f7339928ebaea4a9"),
    "spicy-rice": Family("5.3.0", "5d10c61f42476a08b9b43d04df85076aea8d1cb0faa2d9367b166ee31552b4e8"),
    "stalemate": Family("5.3.0", "da50d3034004a30750a4ff0d609ae257f88bd2d74eb878ba47dae85279a7ab8f"),
    "stint-ultra-condensed": Family("5.3.0", "fbaa79ce456c42805eabda27b171e079738c9b6aa949fd4d7ba199258d187963"),
    "strait": Family("5.3.0", "98e86c6398c87a2757bd9403d52dfc6d84c7202cf83fc7bef01784002afdd45c"),
    "supermercado-one": Family("5.3.0", "4a4a9cb95426fa25eba00050f0847e1beccec8681dcd4abe958391bf7c2e0b80"),
    "trocchi": Family("5.3.0", "bafa7da2e3b8e6823bad3af3f97b537502ef229c2faad8704b78578c6b782705"),
    "uncial-antiqua": Family("5.3.0", "dca445d9576d344e18b1ce58384457ece9007cf2611c68f34b0cbcaab1907b24"),
    "unlock": Family("5.3.0", "b8cb428b9dcb7f774fefd84cb53ac27c3db747f9aaddf637a95fab651d93a404"),
    "varela": Family("5.3.0", "860b38cce8face88da8c5546e305561444fd7f945cce1188861280d1f9203fcc"),
    "voces": Family("5.1.0", "53764f03f1647f02c002a1d3f4d2430dffa5018cd21f0f794f8a8100548fbdd6"),
    "vt323": Family("5.3.0", "aca9d83456bcebf445920008ac46e275206d48efd8360eb9cc4c6a04d45bcaf0"),
    "wellfleet": Family("5.0.20", "f418f403767abc63991ba90407b3dc919328649b9af805491a87e6310e7dbd02"),
    "yeseva-one": Family("5.3.0", "6ecd946e7d93094635a62ad855776f2ab3d1f24e6bd0d7311df027c9552657e7"),
    "yesteryear": Family("5.3.0", "4e96179379ccb24ce9655e28808a6087c683b0a987d8df3a2e8c2412400c8227"),
}


def packages(limit: int | None) -> list[Package]:
    """Return the npm packages of the first `limit` families, or of all."""
    if limit is not None and limit > len(FAMILIES):
        raise PrismError(f"typefaces is {limit}, but there are only {len(FAMILIES)} families.")
    return [Package(f"@fontsource/{name}", *family) for name, family in list(FAMILIES.items())[:limit]]
