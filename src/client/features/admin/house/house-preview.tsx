import { type CSSProperties, useDeferredValue } from 'react'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import type { HouseForm } from '#shared/contract/house.ts'
import { declarationsOf, type Scheme, shadesOf } from '#shared/house/shades.ts'
import { uploadPath } from '#shared/upload-addresses.ts'
import classes from './house.module.css'

const SHIPPED: Record<Scheme, string> = {
  light: '--accent:#ff6a2b;--accent-ink:#2b1002;--accent-text:#b03a00;--accent-soft:#ffe3d0',
  dark: '--accent:#ff7f45;--accent-ink:#2b1002;--accent-text:#ffa27a;--accent-soft:#40230f',
}
const TITLES: Record<Scheme, string> = { light: 'Tema claro', dark: 'Tema escuro' }

export function HousePreview({ values }: { values: HouseForm }) {
  // Keeps typing responsive.
  const deferred = useDeferredValue(values)
  return (
    <Stack as="aside" gap={12} aria-label="Prévia" className={classes.preview}>
      <p className={classes.title} aria-hidden>
        Como aparece
      </p>
      <SchemePreview scheme="light" values={deferred} />
      <SchemePreview scheme="dark" values={deferred} />
    </Stack>
  )
}

function variablesOf(accent: string, scheme: Scheme): CSSProperties {
  const chosen = accent.trim().toLowerCase()
  const css = /^#[0-9a-f]{6}$/.test(chosen) ? declarationsOf(shadesOf(chosen)[scheme]) : SHIPPED[scheme]
  return Object.fromEntries(css.split(';').map((line) => line.split(':')))
}

function SchemePreview({ scheme, values }: { scheme: Scheme; values: HouseForm }) {
  const { name, logoUrl, accent } = values
  return (
    <figure className={classes.scene} data-scheme={scheme} style={variablesOf(accent, scheme)}>
      <figcaption className={classes.scheme}>{TITLES[scheme]}</figcaption>
      <Row gap={12} wrap={false}>
        <img
          className={classes.mark}
          src={uploadPath(logoUrl) ?? '/favicon.svg'}
          alt=""
          width={32}
          height={32}
        />
        <span className={classes.name}>{name.trim() || 'Nome'}</span>
      </Row>
      <p>
        Um texto com <span className={classes.link}>um link</span>, e o que está marcado:
      </p>
      <Row gap={8}>
        <span className={classes.button}>Enviar</span>
        <span className={classes.chip}>Marcado</span>
      </Row>
    </figure>
  )
}
