import { createLink } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, Ref } from 'react'
import classes from './asset-link.module.css'

type CardProps = {
  name: string
  /** What kind it is, or whom it is for, on one line. */
  detail?: string | undefined
  /** What one wants to know of it without opening it. */
  facts?: readonly string[]
  /** What is wrong with it. */
  warning?: string | undefined
}

type AnchorProps = CardProps &
  Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof CardProps> & { ref?: Ref<HTMLAnchorElement> }

function CardAnchor({ name, detail, facts = [], warning, ...props }: AnchorProps) {
  return (
    <a {...props} className={classes.link}>
      <span className={classes.name}>{name}</span>
      {detail && <span className={classes.detail}>{detail}</span>}
      {facts.length > 0 && (
        <span className={classes.facts}>
          {facts.map((fact) => (
            <span key={fact}>{fact}</span>
          ))}
        </span>
      )}
      {warning && <span className={classes.warning}>{warning}</span>}
    </a>
  )
}

/** A route link as one card of a list: what an asset is called, and what it comes to. */
export const AssetLink = createLink(CardAnchor)
