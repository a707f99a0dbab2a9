import { Button, type ButtonProps } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, Ref } from 'react'

type AnchorProps = ButtonProps &
  Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof ButtonProps> & { ref?: Ref<HTMLAnchorElement> }

// It leads away: above what lies below it in the addresses, it would be announced as the page that is open.
const ButtonAnchor = ({ 'aria-current': _, ...props }: AnchorProps) => <Button component="a" {...props} />

/** A route link that looks like a button. */
export const LinkButton = createLink(ButtonAnchor)
