import { formatDay } from '#client/lib/text/format.ts'
import { fromSaoPauloTime, toSaoPauloTime } from '#client/lib/text/sao-paulo-time.ts'
import type { SignInRules } from '#shared/contract/second-factor.ts'
import type { SignInRulesForm } from '#shared/contract/second-factor-form.ts'

const WEEK_MS = 7 * 86_400_000

const dayOf = (moment: string | number) => toSaoPauloTime(moment).slice(0, 10)

/** The form's values; without a rule, a week from `now` (milliseconds) is proposed. */
export const valuesOf = ({ administratorsFrom }: SignInRules, now = Date.now()): SignInRulesForm => ({
  isRequired: administratorsFrom !== null,
  from: dayOf(administratorsFrom ?? now + WEEK_MS),
})

/** The rule that the form says: from midnight of the day in São Paulo. */
export const rulesOf = ({ isRequired, from }: SignInRulesForm): SignInRules => ({
  administratorsFrom: isRequired ? fromSaoPauloTime(`${from}T00:00`) : null,
})

/** The effect of the form's values, for the reader; `now` is in milliseconds. */
export function effectText({ isRequired, from }: SignInRulesForm, now = Date.now()): string {
  if (!isRequired) return 'Quem administra entra só com a senha, se quiser.'
  if (!from) return ''
  return from > dayOf(now)
    ? `A partir de ${formatDay(from)}, quem administra e ainda não tiver ativado encontra a administração fechada até ativar.`
    : 'Vale na hora: quem administra e ainda não tiver ativado encontra a administração fechada até ativar.'
}
