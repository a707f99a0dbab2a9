import { jsonb, pgTable, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { OnboardingAnswers } from '#shared/contract/onboarding.ts'
import { users } from './auth.ts'
import { id, timestamps } from './columns.ts'

/** A user's answers to the questionnaire; one row each. */
export const onboardings = pgTable(
  'onboardings',
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    answers: jsonb().$type<OnboardingAnswers>().notNull(),
    ...timestamps,
  },
  (t) => [uniqueIndex('onboardings_user_key').on(t.userId)],
)
