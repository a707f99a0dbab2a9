const listFormat = new Intl.ListFormat('pt-BR')

/** Plans in a sentence, such as "nos planos Criador e Big Player". */
export const plansPhrase = (names: readonly string[]): string =>
  `${names.length === 1 ? 'no plano' : 'nos planos'} ${listFormat.format(names)}`

/** The plans on sale that open an agent, as a heading. */
export const doorText = (plans: readonly { displayName: string }[]): string =>
  plans.length > 0
    ? `Disponível ${plansPhrase(plans.map(({ displayName }) => displayName))}`
    : 'Nenhum plano à venda abre este agente agora'
