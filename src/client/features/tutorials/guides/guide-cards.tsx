import { Link } from '@tanstack/react-router'
import { Stack } from '#client/ui/layout/stack.tsx'
import text from '#client/ui/text/text.module.css'
import { GuidePicture } from './guide-picture.tsx'
import classes from './guides.module.css'
import { GUIDES } from './guides.ts'

/** The tutorials that every installation has, as pages with pictures. */
export function GuideCards() {
  return (
    <Stack as="section" gap={20} aria-labelledby="guias" className={classes.section}>
      <h2 id="guias">Guias ilustrados</h2>
      <ul className={classes.cards}>
        {GUIDES.map(({ slug, title, lead, steps }) => (
          <li key={slug} className={classes.card}>
            {steps[0] && <GuidePicture name={steps[0].picture} alt="" isLazy />}
            <h3 className={classes.cardTitle}>
              {/* The link covers the whole card. */}
              <Link to="/app/tutoriais/guias/$guia" params={{ guia: slug }} className={classes.open}>
                {title}
              </Link>
            </h3>
            <p className={text.hint}>{lead}</p>
          </li>
        ))}
      </ul>
    </Stack>
  )
}
