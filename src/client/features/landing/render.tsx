import { renderToStaticMarkup } from 'react-dom/server'
import type { LandingFacts } from '#shared/landing.ts'
import { Head } from './head.tsx'
import { LandingPage } from './landing-page.tsx'

/** The landing page as HTML, for the build. */
export function renderLanding(facts: LandingFacts): { head: string; body: string } {
  return { head: renderToStaticMarkup(<Head />), body: renderToStaticMarkup(<LandingPage {...facts} />) }
}
