/** One of the house's agents, as the front page presents it. */
export type CastMember = {
  name: string
  /** What it does, in two or three words. */
  role: string
  description: string
  photoUrl: string
  /** Whether the free plan opens it. */
  isFree: boolean
}

export const CAPTURES = ['chat', 'chat-phone', 'memory', 'document'] as const
export type CaptureName = (typeof CAPTURES)[number]

/** A picture of the product in both schemes: addresses, and the size that both have. */
export type Capture = { light: string; dark: string; width: number; height: number }

/** What the front page is made of at build time. A picture that nobody took yet is left out. */
export type LandingFacts = { cast: CastMember[]; captures: Partial<Record<CaptureName, Capture>> }

/** What the build leaves open in the front page, for the server to fill in. */
export const OPEN_PLACES = {
  /** The address that this installation has on the web, without a slash at the end. */
  appUrl: '__APP_URL__',
  /** The plans that can be had. */
  plans: '__PLANS__',
  /** Where people write to. */
  contact: '__CONTACT__',
} as const
