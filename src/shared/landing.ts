/** A bundled agent whose portrait decorates the front page. */
export type CastMember = {
  name: string
  /** Its job in two or three words. */
  role: string
  photoUrl: string
}

export const CAPTURES = ['chat', 'chat-phone', 'memory', 'document'] as const
export type CaptureName = (typeof CAPTURES)[number]

/** A screenshot in both colour schemes: addresses and common size in pixels. */
export type Capture = { light: string; dark: string; width: number; height: number }

/** Build-time data of the front page. Missing screenshots are left out. */
export type LandingFacts = { cast: CastMember[]; captures: Partial<Record<CaptureName, Capture>> }

/** The prerendered pages: the build writes `<name>.html`. */
export type PageName = 'landing' | 'terms' | 'privacy'

/** The contents of a prerendered page, as HTML. */
export type PageParts = { head: string; body: string }

/** Query parameter of the app's own links to the front page, which sends other signed-in visitors on to the app. */
export const OWN_LINK = 'apresentacao'

/** Placeholders of the prerendered pages that the server fills in. */
export const OPEN_PLACES = {
  /** APP_URL without a trailing slash. */
  appUrl: '__APP_URL__',
  /** The agents of the gallery. */
  agents: '__AGENTS__',
  /** The plans for sale. */
  plans: '__PLANS__',
  /** The contact address. */
  contact: '__CONTACT__',
  /** A sentence that says how to reach the operator. */
  contactSentence: '__CONTACT_SENTENCE__',
} as const
