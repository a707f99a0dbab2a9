import { HOUSE } from './house-mail.ts'
import { ACCOUNT, duration, greeting, letter, type MailMessage, type Reader } from './messages.ts'
import { formatBrasiliaTime, maskAddress } from './safe-text.ts'

/** Confirms the new address of an account. `link` is valid once, for `validMinutes`. */
export function confirmNewAddress(data: Reader & { link: string; validMinutes: number }): MailMessage {
  const { appUrl, name, link } = data
  return {
    ...letter('confirm-address', `Confirme seu novo e-mail no ${HOUSE}`, {
      appUrl,
      title: 'Este é o seu novo e-mail?',
      preheader: 'Falta só um passo para a troca.',
      paragraphs: [
        `${greeting(name)} Recebemos um pedido para que uma conta do ${HOUSE} passe a usar este endereço. Se foi você, confirme: até lá, a conta continua com o e-mail de antes.`,
      ],
      action: { label: 'Confirmar novo e-mail', link },
      notes: [
        `O link vale por ${duration(data.validMinutes)} e só pode ser usado uma vez.`,
        'Se não foi você que pediu, ignore este e-mail: nada muda.',
      ],
      because: `Você recebeu este e-mail porque alguém informou este endereço no ${HOUSE}.`,
    }),
    link,
  }
}

/** For an address with an account that another account asked for, which that account must not learn. */
export function addressInUse({ appUrl, name }: Reader): MailMessage {
  return letter('address-in-use', `Este e-mail já tem uma conta no ${HOUSE}`, {
    appUrl,
    title: 'Este e-mail já tem uma conta',
    preheader: 'Nada mudou.',
    paragraphs: [
      `${greeting(name)} Alguém pediu para usar este endereço em outra conta do ${HOUSE}, mas ele já tem uma. Nada mudou. Se foi você, entre na conta que já existe.`,
    ],
    action: { label: 'Entrar', link: `${appUrl}/sign-in` },
    notes: ['Se não foi você, ignore este e-mail.'],
    because: ACCOUNT,
  })
}

type Changed = Reader & { at: Date; newEmail: string }

/** Tells the old address. `link` undoes the change for `validHours`; without it the administration is the way back. */
export function addressChanged(data: Changed & { link?: string; validHours: number }): MailMessage {
  const { appUrl, name, link, at, newEmail, validHours } = data
  const back = `Se não foi você, desfaça em até ${validHours} horas: o e-mail de antes volta, todos os aparelhos saem da conta e você cria outra senha.`
  return {
    ...letter('address-changed', `O e-mail da sua conta no ${HOUSE} mudou`, {
      appUrl,
      title: 'O e-mail da sua conta mudou',
      preheader: 'Se foi você, está tudo certo.',
      paragraphs: [
        `${greeting(name)} A sua conta agora usa outro endereço, e este não entra mais nela. Se foi você, está tudo certo.`,
      ],
      facts: [
        ['Novo e-mail', maskAddress(newEmail)],
        ['Quando', formatBrasiliaTime(at)],
      ],
      ...(link && { action: { lead: back, label: 'Não fui eu: desfazer', link } }),
      notes: link
        ? [`O link vale por ${validHours} horas e só pode ser usado uma vez.`]
        : [`Se não foi você que pediu, fale já com quem cuida do ${HOUSE}.`],
      because: `Você recebeu este e-mail porque este endereço estava em uma conta do ${HOUSE}.`,
    }),
    ...(link && { link }),
  }
}

/** Tells the new address that an administrator gave it to the account. */
export function addressGiven({ appUrl, name, at }: Reader & { at: Date }): MailMessage {
  return letter('address-given', `Sua conta no ${HOUSE} agora usa este e-mail`, {
    appUrl,
    title: 'Este é o novo e-mail da sua conta',
    preheader: 'Entre com ele daqui em diante.',
    paragraphs: [
      `${greeting(name)} A administração trocou o e-mail da sua conta por este, como foi pedido. Entre com ele daqui em diante; a senha continua a mesma.`,
    ],
    facts: [['Quando', formatBrasiliaTime(at)]],
    action: { label: 'Entrar', link: `${appUrl}/sign-in` },
    notes: [`Esqueceu a senha? Crie outra em ${appUrl}/forgot`],
    because: ACCOUNT,
  })
}

/** Tells the address of a change that the old one undid. */
export function addressRestored({ appUrl, name, at }: Reader & { at: Date }): MailMessage {
  return letter('address-restored', `A troca de e-mail no ${HOUSE} foi desfeita`, {
    appUrl,
    title: 'A troca de e-mail foi desfeita',
    preheader: 'A conta voltou ao e-mail de antes.',
    paragraphs: [
      `${greeting(name)} Pelo link enviado ao e-mail de antes, a troca foi desfeita: a conta voltou àquele endereço, e todos os aparelhos saíram dela.`,
    ],
    facts: [['Quando', formatBrasiliaTime(at)]],
    notes: [`Se a conta é sua e você não esperava por isso, fale com quem cuida do ${HOUSE}.`],
    because: `Você recebeu este e-mail porque este endereço estava em uma conta do ${HOUSE}.`,
  })
}

/** Tells an address that an administrator confirmed it. */
export function addressConfirmed({ appUrl, name, at }: Reader & { at: Date }): MailMessage {
  return letter('address-confirmed', `Seu e-mail no ${HOUSE} está confirmado`, {
    appUrl,
    title: 'Seu e-mail está confirmado',
    preheader: 'É só entrar de novo.',
    paragraphs: [
      `${greeting(name)} A administração confirmou este endereço na sua conta. Entre de novo com a sua senha; o que você comprou com este e-mail já está nela.`,
    ],
    facts: [['Quando', formatBrasiliaTime(at)]],
    action: { label: 'Entrar', link: `${appUrl}/sign-in` },
    notes: [`Não foi você que criou a conta, ou esqueceu a senha? Crie outra em ${appUrl}/forgot`],
    because: ACCOUNT,
  })
}
