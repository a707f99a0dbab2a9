import { type MailContent, renderHtml, renderText } from './layout.ts'
import { displayName, formatBrasiliaTime, oneLine } from './safe-text.ts'

/** The content of a mail. `link` is its single-use link, a credential for the account. */
export type MailMessage = { kind: string; subject: string; text: string; html: string; link?: string }

type Reader = {
  /** Address of the app. */
  appUrl: string
  /** The user's name as entered; sanitized here. */
  name: string
}

const ACCOUNT = 'Você recebeu este e-mail porque este endereço está em uma conta do Elenco.'
const MAX_DETAIL = 80

function letter(kind: string, subject: string, content: MailContent): MailMessage {
  return { kind, subject, text: renderText(content), html: renderHtml(content) }
}

/** "Olá, Ana." with the first name; only the greeting without a presentable name. */
function greeting(name: string): string {
  const [first] = displayName(name).split(' ')
  return first ? `Olá, ${first}.` : 'Olá.'
}

/** A duration such as "1 hora" or "30 minutos". */
function duration(minutes: number): string {
  const [count, unit] = minutes % 60 === 0 ? [minutes / 60, 'hora'] : [minutes, 'minuto']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

/** Confirms an address. `link` is valid for `validMinutes`. */
export function verifyEmail(data: Reader & { link: string; validMinutes: number }): MailMessage {
  const { appUrl, name, link } = data
  return {
    ...letter('verify-email', 'Confirme seu e-mail no Elenco', {
      appUrl,
      title: 'Confirme seu e-mail',
      preheader: 'Falta só um passo.',
      paragraphs: [
        `${greeting(name)} Este endereço foi informado em uma conta do Elenco. Se a conta é sua, falta só confirmar.`,
      ],
      action: { label: 'Confirmar e-mail', link },
      notes: [
        `O link vale por ${duration(data.validMinutes)}. Se você não criou essa conta, ignore este e-mail e nada será confirmado.`,
      ],
      because: 'Você recebeu este e-mail porque alguém informou este endereço no Elenco.',
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
    ...letter('claim-purchase', 'Confirme sua compra no Elenco', {
      appUrl,
      title: 'Essa compra é sua?',
      preheader: 'Falta só um passo para liberar seu plano.',
      paragraphs: [
        `${greeting(name)} Alguém com uma conta no Elenco disse que comprou usando este endereço. Se foi você, confirme e o plano é liberado nessa conta.`,
      ],
      action: { label: 'Confirmar compra', link },
      notes: [
        `O link vale por ${duration(data.validMinutes)} e só funciona na conta que fez o pedido.`,
        'Se não foi você, ignore este e-mail: a compra continua guardada para este endereço.',
      ],
      because: 'Você recebeu este e-mail porque há uma compra no Elenco com este endereço.',
    }),
    link,
  }
}

/** Password reset. `link` is valid for `validMinutes`. */
export function resetPassword(data: Reader & { link: string; validMinutes: number }): MailMessage {
  const { appUrl, name, link } = data
  const valid = duration(data.validMinutes)
  return {
    ...letter('reset-password', 'Crie uma nova senha no Elenco', {
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
  return letter('password-changed', 'Sua senha no Elenco foi alterada', {
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

/** Notifies about a sign-in from a new device; `place` is a coarse network. */
export function newSignIn(data: Reader & { device: string; place: string; at: Date }): MailMessage {
  const { appUrl, name, at } = data
  return letter('new-sign-in', 'Novo acesso à sua conta no Elenco', {
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
  return letter('account-exists', 'Você já tem uma conta no Elenco', {
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

/** Confirms the deletion of an account at `at`. */
export function accountDeleted({ appUrl, name, at }: Reader & { at: Date }): MailMessage {
  return letter('account-deleted', 'Sua conta no Elenco foi excluída', {
    appUrl,
    title: 'Sua conta foi excluída',
    preheader: 'Suas conversas e seus dados foram apagados.',
    paragraphs: [
      `${greeting(name)} Sua conta, suas conversas e seus dados foram apagados. Fica apenas o que a lei nos obriga a guardar.`,
      'Foi bom ter você aqui. Se quiser voltar, é só criar uma nova conta.',
    ],
    facts: [['Quando', formatBrasiliaTime(at)]],
    notes: [
      'Não esperava por isso? Troque já a senha do seu e-mail e a de outros lugares onde usava a mesma do Elenco.',
    ],
    because: 'Você recebeu este e-mail porque este endereço estava em uma conta do Elenco.',
  })
}
