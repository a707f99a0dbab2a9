import { renderToStaticMarkup } from 'react-dom/server'
import type { LandingFacts, PageName, PageParts } from '#shared/landing.ts'
import { Head } from './head.tsx'
import { LandingPage } from './landing-page.tsx'
import { LegalHead, LegalPage, type LegalText } from './legal/legal-page.tsx'
import { PRIVACY } from './legal/privacy.tsx'
import { TERMS } from './legal/terms.tsx'

/** Every prerendered page, for the build. */
export function renderPages(facts: LandingFacts): Record<PageName, PageParts> {
  return {
    landing: {
      head: renderToStaticMarkup(<Head />),
      body: renderToStaticMarkup(<LandingPage {...facts} />),
    },
    terms: renderLegal('/terms', TERMS),
    privacy: renderLegal('/privacy', PRIVACY),
  }
}

const renderLegal = (path: string, text: LegalText): PageParts => ({
  head: renderToStaticMarkup(<LegalHead path={path} {...text} />),
  body: renderToStaticMarkup(<LegalPage {...text} />),
})
