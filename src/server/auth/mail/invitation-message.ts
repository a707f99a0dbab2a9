import { HOUSE } from './house-mail.ts'
import { greeting, letter, type MailMessage, type Reader } from './messages.ts'

type Invited = {
  link: string
  validHours: number
  planName: string | null
  /** The plan's last day, such as 2026-12-31. */
  planUntil: string | null
}

const inWords = new Intl.DateTimeFormat('pt-BR', { dateStyle: 'long', timeZone: 'UTC' })

/** Invites a person whom an administrator added. `link` is valid for `validHours`, once. */
export function invitation({
  appUrl,
  name,
  link,
  validHours,
  planName,
  planUntil,
}: Reader & Invited): MailMessage {
  const facts: [string, string][] = []
  if (planName) facts.push(['Plano', planName])
  if (planName && planUntil) facts.push(['Vale até', inWords.format(new Date(planUntil))])
  return {
    ...letter('invitation', `Seu convite para o ${HOUSE}`, {
      appUrl,
      title: 'Você tem um convite',
      preheader: 'Falta só escolher uma senha.',
      paragraphs: [
        `${greeting(name)} Você recebeu um convite para usar o ${HOUSE}, onde agentes de IA que conhecem o seu negócio ajudam no dia a dia. Escolha uma senha e entre:`,
      ],
      facts,
      action: { label: 'Aceitar convite', link },
      notes: [
        `O link vale por ${validHours} horas e só pode ser usado uma vez. Se ele vencer, peça outro a quem convidou você.`,
        'Se você não esperava este convite, ignore este e-mail e nenhuma conta será criada.',
      ],
      because: `Você recebeu este e-mail porque a administração do ${HOUSE} convidou este endereço.`,
    }),
    link,
  }
}
