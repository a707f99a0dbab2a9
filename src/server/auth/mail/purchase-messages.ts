import type { WaitingStep } from '#shared/contract/webhooks.ts'
import { HOUSE } from './house-mail.ts'
import { greeting, letter, type MailMessage, type Reader } from './messages.ts'
import { oneLine } from './safe-text.ts'

const MAX_PLAN = 80

type WayIn = Reader & { email: string; planName: string; step: WaitingStep; link: string }

/**
 * Tells somebody who bought and has no account how to get in. For `verify-email` the link proves the address, and is
 * valid for three days; for `sign-up` it only fills the address in.
 */
export function wayIn({ appUrl, name, email, planName, step, link }: WayIn): MailMessage {
  const plan = oneLine(planName, MAX_PLAN)
  const isNew = step === 'sign-up'
  return {
    ...letter('way-in', `Sua compra chegou: falta só entrar no ${HOUSE}`, {
      appUrl,
      title: 'Sua compra chegou',
      preheader: isNew ? 'Crie sua conta e o plano é seu.' : 'Confirme seu e-mail e o plano é seu.',
      paragraphs: [
        isNew
          ? `${greeting(name)} O pagamento do plano ${plan} foi confirmado, e ele está guardado para este e-mail. Crie sua conta com ${email} e confirme o endereço: o plano entra nela sozinho.`
          : `${greeting(name)} O pagamento do plano ${plan} foi confirmado. Sua conta já existe, e só falta confirmar este e-mail para o plano entrar nela.`,
      ],
      action: { label: isNew ? 'Criar minha conta' : 'Confirmar e-mail', link },
      notes: [
        isNew
          ? `Já tem uma conta com outro endereço? Entre nela e, em Seu perfil, use “Já comprei com outro e-mail”.`
          : `O link vale por 3 dias. Depois disso, entre em ${appUrl}/sign-in e peça outro.`,
        'Se não foi você que comprou, ignore este e-mail.',
      ],
      because: `Você recebeu este e-mail porque há uma compra no ${HOUSE} com este endereço.`,
    }),
    ...(!isNew && { link }),
  }
}
