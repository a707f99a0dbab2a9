import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { type HublaEvent, type HublaPurchase, hublaPurchase } from './hubla-sender.ts'

type Purchase = HublaPurchase & {
  email?: string
  /** Whether invoice events include the subscription's state. */
  bringsSubscription?: boolean
}

/**
 * Simulates a purchase at Hubla: each step emits the events that Hubla would send, and `truth` is the
 * expected state, computed without product code. The times of steps increase.
 */
export function hublaHistory({ email, bringsSubscription = false, ...purchase }: Purchase = {}) {
  const make = hublaPurchase(email, purchase)
  const events: HublaEvent[] = []
  const invoices: { id: string; paidAt: Date; isRefunded: boolean }[] = []
  let unpaidId: string | undefined
  let revision = 0
  let modifiedAt = new Date(0)
  let isGranted = false
  let isRenewing = true
  let end: Date | null = null
  let graceUntil: Date | null = null

  const tell = (at: Date, ...types: string[]) => {
    revision += 1
    modifiedAt = at
    for (const type of types) events.push(make.event(type, revision, { at, autoRenew: isRenewing }))
  }
  const bill = (at: Date, id: string, ...told: [type: string, status: string][]) => {
    const paidAt = invoices.find((invoice) => invoice.id === id)?.paidAt
    const statusAt = paidAt ? [{ status: 'paid', when: paidAt.toISOString() }] : []
    for (const [type, status] of told) {
      if (status !== 'paid' || !paidAt) statusAt.push({ status, when: at.toISOString() })
      const moment = { at: modifiedAt, autoRenew: isRenewing }
      const subscription = bringsSubscription ? make.subscription(revision, moment) : null
      events.push(make.invoice(type, status, { at, invoiceId: id, statusAt: [...statusAt], subscription }))
    }
  }
  /** A payment covers its period; an unpaid grant covers a month. */
  const cover = (at: Date) => {
    const ends = invoices.filter(({ isRefunded }) => !isRefunded).map(({ paidAt }) => monthAfter(paidAt))
    const last = ends.at(-1)
    return last && last > at ? last : monthAfter(at)
  }
  const lose = () => {
    isGranted = false
    end = null
    graceUntil = null
  }
  const settle = (at: Date, id: string) => {
    unpaidId = undefined
    invoices.push({ id, paidAt: at, isRefunded: false })
    bill(at, id, ['invoice.status_updated', 'paid'], ['invoice.payment_succeeded', 'paid'])
    isGranted = true
    end = monthAfter(at)
    graceUntil = null
  }
  const pay = (at: Date) => {
    const id = randomUUID()
    bill(at, id, ['invoice.created', 'draft'], ['invoice.status_updated', 'unpaid'])
    settle(at, id)
  }
  /** Revokes the last invoice, and with it the access. */
  const reverse = (at: Date, ...told: [type: string, status: string][]) => {
    const last = invoices.at(-1)
    if (!last || last.isRefunded) return false
    bill(at, last.id, ...told)
    last.isRefunded = true
    lose()
    return true
  }
  const refund = (at: Date) =>
    reverse(at, ['invoice.status_updated', 'refunded'], ['invoice.refunded', 'refunded'])

  return {
    ...{ subscriptionId: make.id, email: make.email, events },
    /** The seven events of one purchase. */
    buy(at: Date) {
      tell(at, 'subscription.created')
      pay(at)
      tell(at, 'subscription.activated', 'customer.member_added')
    },
    pay,
    fail(at: Date) {
      unpaidId = randomUUID()
      bill(at, unpaidId, ['invoice.created', 'unpaid'], ['invoice.payment_failed', 'unpaid'])
      if (isGranted) graceUntil ??= new Date(at.getTime() + 3 * 86_400_000)
    },
    /** Pays the last failed invoice. */
    settle: (at: Date) => (unpaidId === undefined ? pay(at) : settle(at, unpaidId)),
    refund(at: Date) {
      if (refund(at)) tell(at, 'customer.member_removed', 'subscription.deactivated')
    },
    /** A refund without any other event. */
    quietRefund: (at: Date) => void refund(at),
    dispute: (at: Date) => void reverse(at, ['invoice.status_updated', 'disputed']),
    /** Refunds an invoice of a past month. */
    refundFormer(at: Date) {
      const former = invoices.at(-2)
      if (!former || former.isRefunded) return
      bill(at, former.id, ['invoice.refunded', 'refunded'])
      former.isRefunded = true
    },
    remove(at: Date) {
      tell(at, 'customer.member_removed', 'subscription.deactivated')
      lose()
    },
    readd(at: Date) {
      isRenewing = true
      tell(at, 'subscription.activated', 'customer.member_added')
      isGranted = true
      end = cover(at)
      graceUntil = null
    },
    disable(at: Date) {
      isRenewing = false
      tell(at, 'subscription.renewal_disabled')
    },
    enable(at: Date) {
      isRenewing = true
      tell(at, 'subscription.renewal_enabled')
    },
    expiring(at: Date) {
      tell(at, 'subscription.expiring')
    },
    /** The end of the paid period; the next month is never paid before. */
    get coveredUntil(): Date {
      return cover(new Date(0))
    },
    get truth() {
      return {
        status: isGranted ? 'active' : 'canceled',
        currentPeriodEnd: end,
        graceUntil,
        cancelsAtPeriodEnd: isGranted && !isRenewing,
      }
    },
  }
}

/** The same time a month later, or on the last day of that month. */
function monthAfter(date: Date): Date {
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + 1]
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  const day = Math.min(date.getUTCDate(), lastDay)
  return new Date(Date.UTC(year, month, day) + (date.getTime() % 86_400_000))
}

const STEPS = [
  ...(['pay', 'fail', 'settle', 'refund', 'quietRefund', 'dispute', 'refundFormer'] as const),
  ...(['remove', 'readd', 'disable', 'enable', 'expiring'] as const),
]
const HOUR_SECONDS = 3_600

/** The next step, and its delay in seconds: within the hour, or within six weeks. */
const step = fc.record({
  name: fc.constantFrom(...STEPS),
  seconds: fc.oneof(
    fc.integer({ min: 1, max: HOUR_SECONDS }),
    fc.integer({ min: HOUR_SECONDS, max: 1_000 * HOUR_SECONDS }),
  ),
})

type Step = { name: (typeof STEPS)[number]; seconds: number }
type Life = ReturnType<typeof hublaHistory>

function live(steps: Step[], begin: Date, purchase: Purchase): Life {
  const life = hublaHistory(purchase)
  let at = begin
  life.buy(at)
  for (const { name, seconds } of steps) {
    at = new Date(at.getTime() + seconds * 1000)
    const isPaid = name === 'pay' || name === 'settle'
    if (isPaid && life.coveredUntil > at) at = life.coveredUntil
    life[name](at)
  }
  return life
}

export type Lived = {
  life: Life
  /** Its events in arbitrary order, each at least once. */
  deliveries: HublaEvent[]
}
type Lives = { begin: Date; maxSteps: number; purchase?: Purchase }

/** Purchases with random steps since `begin`, and random deliveries of their events. */
export const hublaHistories = ({ begin, maxSteps, purchase }: Lives): fc.Arbitrary<Lived> =>
  fc
    .tuple(fc.array(step, { maxLength: maxSteps }), fc.boolean())
    .map(([steps, bringsSubscription]) => live(steps, begin, { ...purchase, bringsSubscription }))
    .chain((life) =>
      fc.subarray(life.events, { maxLength: 5 }).chain((again) => {
        const all = [...life.events, ...again]
        return fc.shuffledSubarray(all, { minLength: all.length }).map((deliveries) => ({ life, deliveries }))
      }),
    )
