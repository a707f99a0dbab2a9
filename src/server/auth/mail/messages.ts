import { HOUSE } from './house-mail.ts'
import { type MailContent, renderHtml, renderText } from './layout.ts'
import { displayName, formatBrasiliaTime, oneLine } from './safe-text.ts'

/** The content of a mail. `link` is its single-use link, a credential for the account. */
export type MailMessage = {
  kind: string
  subject: string
  text: string
  html: string
  link?: string
  /** Where a POST ends these mails (RFC 8058); for mails to many only. */
  unsubscribeUrl?: string
}

export type Reader = {
  /** Address of the app. */
  appUrl: string
  /** The user's name as entered; sanitized here. */
  name: string
}

export const ACCOUNT = `Você recebeu este e-mail porque este endereço está em uma conta do ${HOUSE}.`
const MAX_DETAIL = 80

export function letter(kind: string, subject: string, content: MailContent): MailMessage {
  return { kind, subject, text: renderText(content), html: renderHtml(content) }
}

/** "Olá, Ana." with the first name; only the greeting without a presentable name. */
export function greeting(name: string): string {
  const [first] = displayName(name).split(' ')
  return first ? `Olá, ${first}.` : 'Olá.'
}

/** A duration such as "1 hora" or "30 minutos". */
export function duration(minutes: number): string {
  const [count, unit] = minutes % 60 === 0 ? [minutes / 60, 'hora'] : [minutes, 'minuto']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

/** Confirms an address. `link` is valid for `validMinutes`. */
export function verifyEmail(data: Reader & { link: string; validMinutes: number }): MailMessage {
  const { appUrl, name, link } = data
  return {
    ...letter('verify-email', `Confirme seu e-mail no ${HOUSE}`, {
      appUrl,
      title: 'Confirme seu e-mail',
      preheader: 'Falta só um passo.',
      paragraphs: [
        `${greeting(name)} Este endereço foi informado em uma conta do ${HOUSE}. Se a conta é sua, falta só confirmar.`,
      ],
      action: { label: 'Confirmar e-mail', link },
      notes: [
        `O link vale por ${duration(data.validMinutes)}. Se você não criou essa conta, ignore este e-mail e nada será confirmado.`,
      ],
      because: `Você recebeu este e-mail porque alguém informou este endereço no ${HOUSE}.`,
    }),
    link,
  }
}

/**
 * Asks the owner of a mailbox to confirm a purchase. `name` belongs to the account that claims it; `link`
 * works only there, for `validMinutes`.
 */
export function claimPurchase(data: Reader & { link: string; validMinutes: number }): MailMessage {
  const { appUrl, name, link } = data
  return {
    ...letter('claim-purchase', `Confirme sua compra no ${HOUSE}`, {
      appUrl,
      title: 'Essa compra é sua?',
      preheader: 'Falta só um passo para liberar seu plano.',
      paragraphs: [
        `${greeting(name)} Alguém com uma conta no ${HOUSE} disse que comprou usando este endereço. Se foi você, confirme e o plano é liberado nessa conta.`,
      ],
      action: { label: 'Confirmar compra', link },
      notes: [
        `O link vale por ${duration(data.validMinutes)} e só funciona na conta que fez o pedido.`,
        'Se não foi você, ignore este e-mail: a compra continua guardada para este endereço.',
      ],
      because: `Você recebeu este e-mail porque há uma compra no ${HOUSE} com este endereço.`,
    }),
    link,
  }
}

/** Password reset. `link` is valid for `validMinutes`. */
export function resetPassword(data: Reader & { link: string; validMinutes: number }): MailMessage {
  const { appUrl, name, link } = data
  const valid = duration(data.validMinutes)
  return {
    ...letter('reset-password', `Crie uma nova senha no ${HOUSE}`, {
      appUrl,
      title: 'Crie uma nova senha',
      preheader: `O link vale por ${valid} e só pode ser usado uma vez.`,
      paragraphs: [
        `${greeting(name)} Recebemos um pedido para trocar a senha da sua conta. Escolha a nova por aqui:`,
      ],
      action: { label: 'Criar nova senha', link },
      notes: [
        `O link vale por ${valid} e só pode ser usado uma vez. Quando a senha muda, todos os aparelhos saem da conta.`,
        'Se não foi você que pediu, ignore este e-mail: sua senha continua a mesma.',
      ],
      because: ACCOUNT,
    }),
    link,
  }
}

/** Notifies about a password change at `at`. */
export function passwordChanged({ appUrl, name, at }: Reader & { at: Date }): MailMessage {
  return letter('password-changed', `Sua senha no ${HOUSE} foi alterada`, {
    appUrl,
    title: 'Sua senha foi alterada',
    preheader: 'Se foi você, está tudo certo.',
    paragraphs: [
      `${greeting(name)} A senha da sua conta foi alterada. Se foi você, está tudo certo e não é preciso fazer nada.`,
    ],
    facts: [['Quando', formatBrasiliaTime(at)]],
    action: {
      lead: 'Se não foi você, crie outra senha agora. Todos os aparelhos saem da conta.',
      label: 'Não fui eu',
      link: `${appUrl}/forgot`,
    },
    notes: ['Troque também a senha do seu e-mail se desconfiar que alguém mais tem acesso a ele.'],
    because: ACCOUNT,
  })
}

/** What changed in how an account signs in. */
const SIGN_IN_CHANGES = {
  'totp-on': 'A verificação em duas etapas da sua conta foi ativada: a entrada agora pede um código.',
  'totp-off': 'A verificação em duas etapas da sua conta foi desativada: a entrada não pede mais o código.',
  'recovery-codes': 'Os códigos de recuperação da sua conta foram trocados: os de antes deixaram de valer.',
  'passkey-added': 'Uma chave de acesso foi adicionada à sua conta: ela abre a conta sem a senha.',
  'passkey-removed': 'Uma chave de acesso da sua conta foi excluída.',
} as const
export type SignInChange = keyof typeof SIGN_IN_CHANGES

/** Notifies about a change of second factors or passkeys at `at`. */
export function signInChanged(data: Reader & { change: SignInChange; at: Date }): MailMessage {
  const { appUrl, name, change, at } = data
  return letter('sign-in-changed', `A entrada na sua conta do ${HOUSE} mudou`, {
    appUrl,
    title: 'A entrada na sua conta mudou',
    preheader: 'Se foi você, está tudo certo.',
    paragraphs: [`${greeting(name)} ${SIGN_IN_CHANGES[change]} Se foi você, está tudo certo.`],
    facts: [['Quando', formatBrasiliaTime(at)]],
    action: {
      lead: 'Se não foi você, crie outra senha agora. Todos os aparelhos saem da conta.',
      label: 'Não fui eu',
      link: `${appUrl}/forgot`,
    },
    notes: ['Depois, confira em Seu perfil os aparelhos e as chaves de acesso da conta.'],
    because: ACCOUNT,
  })
}

/** Notifies about a sign-in from a new device; `place` is a coarse network. */
export function newSignIn(data: Reader & { device: string; place: string; at: Date }): MailMessage {
  const { appUrl, name, at } = data
  return letter('new-sign-in', `Novo acesso à sua conta no ${HOUSE}`, {
    appUrl,
    title: 'Novo acesso à sua conta',
    preheader: 'Se foi você, não é preciso fazer nada.',
    paragraphs: [
      `${greeting(name)} Alguém entrou na sua conta por um aparelho que ela ainda não conhecia. Se foi você, não é preciso fazer nada.`,
    ],
    facts: [
      ['Aparelho', oneLine(data.device, MAX_DETAIL)],
      ['Lugar', oneLine(data.place, MAX_DETAIL)],
      ['Quando', formatBrasiliaTime(at)],
    ],
    action: {
      lead: 'Se não foi você, crie outra senha agora. Todos os aparelhos saem da conta, esse também.',
      label: 'Não fui eu',
      link: `${appUrl}/forgot`,
    },
    notes: [],
    because: ACCOUNT,
  })
}

/** Notifies about a sign-up with an existing address. */
export function accountExists({ appUrl, name }: Reader): MailMessage {
  return letter('account-exists', `Você já tem uma conta no ${HOUSE}`, {
    appUrl,
    title: 'Você já tem uma conta',
    preheader: 'É só entrar.',
    paragraphs: [
      `${greeting(name)} Alguém tentou criar uma conta com este endereço, mas ele já tem uma. Se foi você, é só entrar.`,
    ],
    action: { label: 'Entrar', link: `${appUrl}/sign-in` },
    notes: [
      `Esqueceu a senha? Crie outra em ${appUrl}/forgot`,
      'Se não foi você, ignore este e-mail: nada mudou na sua conta.',
    ],
    because: ACCOUNT,
  })
}

const dollars = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'USD' })
const calls = new Intl.NumberFormat('pt-BR')

type Budget = { calls: number; usd: string; dailyCalls: number | null; dailyUsd: string | null }

/** Tells an administrator that the installation's budget of the day is nearly used, or reached. */
export function dailyBudget(data: Reader & Budget & { level: 'warning' | 'reached' }): MailMessage {
  const { appUrl, name, level, dailyCalls, dailyUsd } = data
  const isReached = level === 'reached'
  const title = isReached ? 'O limite de hoje foi atingido' : 'O limite de hoje está perto do fim'
  const facts: [string, string][] = []
  if (dailyCalls !== null)
    facts.push(['Chamadas', `${calls.format(data.calls)} de ${calls.format(dailyCalls)}`])
  if (dailyUsd !== null) {
    facts.push(['Custo', `${dollars.format(Number(data.usd))} de ${dollars.format(Number(dailyUsd))}`])
  }
  return letter(isReached ? 'budget-reached' : 'budget-warning', `${title} no ${HOUSE}`, {
    appUrl,
    title,
    preheader: isReached
      ? 'Os agentes voltam a responder à meia-noite.'
      : 'Já foram 80% do que a casa pode gastar hoje.',
    paragraphs: [
      isReached
        ? `${greeting(name)} O ${HOUSE} chegou ao limite do dia. Até a meia-noite, pelo horário de Brasília, os agentes só respondem a quem usa a própria chave. Se o uso for o esperado, aumente o limite.`
        : `${greeting(name)} O ${HOUSE} já usou 80% do limite do dia. Quando chegar ao fim, os agentes param de responder até a meia-noite, pelo horário de Brasília.`,
    ],
    facts,
    action: { label: 'Ver os limites', link: `${appUrl}/app/admin/limites` },
    notes: [],
    because: `Você recebeu este e-mail porque administra o ${HOUSE}.`,
  })
}

/** Confirms the deletion of an account at `at`. */
export function accountDeleted({ appUrl, name, at }: Reader & { at: Date }): MailMessage {
  return letter('account-deleted', `Sua conta no ${HOUSE} foi excluída`, {
    appUrl,
    title: 'Sua conta foi excluída',
    preheader: 'Suas conversas e seus dados foram apagados.',
    paragraphs: [
      `${greeting(name)} Sua conta, suas conversas e seus dados foram apagados. Fica apenas o que a lei nos obriga a guardar.`,
      'Foi bom ter você aqui. Se quiser voltar, é só criar uma nova conta.',
    ],
    facts: [['Quando', formatBrasiliaTime(at)]],
    notes: [
      `Não esperava por isso? Troque já a senha do seu e-mail e a de outros lugares onde usava a mesma do ${HOUSE}.`,
    ],
    because: `Você recebeu este e-mail porque este endereço estava em uma conta do ${HOUSE}.`,
  })
}
