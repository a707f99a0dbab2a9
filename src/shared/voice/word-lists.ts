const listOf = (words: string) => new Set(words.split(/\s+/))

/** Words that any Portuguese text has; none of them is a favourite of a brand. */
export const COMMON_WORDS = listOf(
  `a à ao aos as às o os um uma uns umas de do da dos das em no na nos nas por pelo pela pelos pelas para pra pro pras pros
  com sem sob sobre entre até após desde e ou mas nem que quem qual quais quando onde como porque porquê pois se então já
  ainda só também muito muita muitos muitas mais menos bem mal tão tanto tanta tudo todo toda todos todas nada algo alguém
  ninguém cada outro outra outros outras mesmo mesma eu tu ele ela nós eles elas você vocês vc a gente me te lhe nos se
  meu minha meus minhas teu tua seu sua seus suas nosso nossa nossos nossas dele dela deles delas isso isto aquilo esse
  essa esses essas este esta estes estas aquele aquela é são era foi ser sou somos está estão estava tá tô ter tem têm
  tinha há haver havia vai vão vou ir fazer faz fez feito pode podem poder quer querem deve devem dar dá vez vezes aqui
  ali lá aí não sim nunca sempre hoje amanhã ontem agora depois antes assim porém dia dias ano anos coisa coisas gente
  sendo seja sejam será pelo próprio própria qualquer algum alguma alguns algumas num numa`,
)

/** Marks of spoken Portuguese. */
export const INFORMAL_WORDS = listOf(
  `pra pro pras pros tá tô tava né cê vc vcs tbm bora beleza galera kkk kkkk rs rsrs haha hahaha valeu opa oi oie ei poxa
  nossa eita vixe uai daí peraí pô show top massa demais tipo cara mano gata amiga amigo miga lindona oxe bah tchê`,
)

/** Marks of written, distant Portuguese. */
export const FORMAL_WORDS = listOf(
  `portanto contudo todavia entretanto outrossim ademais mediante conforme consoante doravante cujo cuja cujos cujas
  prezado prezada prezados prezadas senhor senhora senhores senhoras cordialmente atenciosamente referente referentes
  solicitamos informamos ressaltamos salientamos porventura destarte tampouco visto haja vossa`,
)

export const ADDRESS_WORDS = {
  voce: listOf('você vocês vc vcs cê cês'),
  // Without "te", which accompanies "você" as well.
  tu: listOf('tu ti contigo teu tua teus tuas'),
} as const
