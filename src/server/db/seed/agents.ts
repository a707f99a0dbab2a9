import { customerResearch } from './agents/customer-research.ts'
import { emailAndWhatsapp } from './agents/email-and-whatsapp.ts'
import { launches } from './agents/launches.ts'
import { offersAndBigIdea } from './agents/offers-and-big-idea.ts'
import { paidTraffic } from './agents/paid-traffic.ts'
import { reelsAndContent } from './agents/reels-and-content.ts'
import { salesPages } from './agents/sales-pages.ts'
import { vslScripts } from './agents/vsl-scripts.ts'
import type { SeedAgent } from './seed-agent.ts'

/** In gallery order, which follows the usual steps of selling an info-product. */
export const seedAgents: readonly SeedAgent[] = [
  customerResearch,
  offersAndBigIdea,
  salesPages,
  reelsAndContent,
  emailAndWhatsapp,
  vslScripts,
  paidTraffic,
  launches,
]
