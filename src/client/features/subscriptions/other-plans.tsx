import { isWorthSaying, missingOf, precedenceOf } from '#client/entities/billing/entitlement-texts.ts'
import { formatDateInWords } from '#client/entities/billing/usage-text.ts'
import { inHouse } from '#client/lib/browser/house.ts'
import text from '#client/ui/text/text.module.css'
import type { IdleSubscription } from '#shared/contract/entitlement.ts'
import classes from './plan-section.module.css'
import { sellerOf } from './plan-texts.ts'

type Props = { counting: string; others: readonly IdleSubscription[] }

/** The other plans in force, and why they do not count now. */
export function OtherPlans({ counting, others }: Props) {
  return others.filter(isWorthSaying).map((it) => {
    const missing = missingOf(it)
    return (
      <p key={it.id} className={missing ? classes.warning : text.soft}>
        Você também tem o {it.planName}, {sourceOf(it)}. Ele não conta agora: {precedenceOf(counting, it)}.
        {missing && ` Mas ele daria ${missing}: avise quem cuida ${inHouse('do Elenco')}.`}
      </p>
    )
  })
}

function sourceOf({ provider, currentPeriodEnd }: IdleSubscription): string {
  const seller = sellerOf(provider)
  const source = seller ? `cobrado por ${seller}` : 'dado pela administração'
  return currentPeriodEnd ? `${source}, até ${formatDateInWords(currentPeriodEnd)}` : source
}
