import { z } from 'zod'
import { hasNoNul } from '#shared/contract/scalars.ts'
import { LIMITS } from '#shared/limits.ts'

// Any field may be missing, null or mistyped, and is then read as absent.
const optionalOrNull = <Schema extends z.ZodType>(schema: Schema) => schema.nullish().catch(null)
const text = (length: number) =>
  optionalOrNull(
    z
      .string()
      .trim()
      .min(1)
      .max(length)
      .refine((it) => hasNoNul(it) && it.isWellFormed()),
  )
const Id = text(LIMITS.externalIdLength)
const Name = text(LIMITS.externalNameLength)
/** Dates outside this range come from a wrong clock. */
const [FIRST_INSTANT, LAST_INSTANT] = ['2000', '2100']
const Instant = optionalOrNull(
  z.iso
    .datetime({ offset: true })
    .refine((it) => !Number.isNaN(Date.parse(it)))
    .transform((it) => new Date(it).toISOString())
    .refine((it) => it >= FIRST_INSTANT && it < LAST_INSTANT),
)
const LONGEST_CYCLE = 120

const Item = optionalOrNull(
  z.object({
    id: Id,
    name: Name,
    offers: optionalOrNull(z.array(optionalOrNull(z.object({ id: Id, name: Name })))),
  }),
)

/** The fields read from a Hubla event, according to its documentation and its users. */
export const HublaEvent = z.object({
  type: z.string(),
  event: z.object({
    product: Item,
    products: optionalOrNull(z.array(Item)),
    subscription: optionalOrNull(
      z.object({
        id: Id,
        payerId: Id,
        version: optionalOrNull(z.int().min(0)),
        billingCycleMonths: optionalOrNull(z.int().min(1).max(LONGEST_CYCLE)),
        autoRenew: optionalOrNull(z.boolean()),
        modifiedAt: Instant,
        activatedAt: Instant,
        createdAt: Instant,
      }),
    ),
    user: optionalOrNull(z.object({ id: Id, email: text(LIMITS.emailLength * 2) })),
    invoice: optionalOrNull(
      z.object({
        id: Id,
        subscriptionId: Id,
        status: text(40),
        statusAt: optionalOrNull(z.array(optionalOrNull(z.object({ status: text(40), when: Instant })))),
        saleDate: Instant,
        modifiedAt: Instant,
        createdAt: Instant,
        currency: text(LIMITS.externalIdLength),
        amount: optionalOrNull(z.object({ totalCents: optionalOrNull(z.int().min(0)) })),
        smartInstallment: optionalOrNull(z.object({ sourceInvoiceId: Id })),
      }),
    ),
  }),
})
export type HublaBody = z.infer<typeof HublaEvent>['event']
export type HublaInvoice = NonNullable<HublaBody['invoice']>
