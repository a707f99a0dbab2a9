import { listAdministrators } from '../../auth/admin/rules.ts'
import { dailyBudget } from '../../auth/mail/messages.ts'
import type { Deps } from '../../deps.ts'
import type { BudgetLevel, CountedDay } from '../../runs/budget.queries.ts'

/** Mails every administrator that today's budget is nearly, or wholly, used. */
export async function mailBudgetLevel(
  { db, mailer, appUrl }: Pick<Deps, 'db' | 'mailer'> & { appUrl: string },
  { level, day }: { level: BudgetLevel; day: CountedDay },
): Promise<void> {
  for (const { name, email } of await listAdministrators(db)) {
    mailer.send({ ...dailyBudget({ appUrl, name, level, ...day }), to: { name, address: email } })
  }
}
