import { Button, type ButtonProps } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, Ref } from 'react'

type AnchorProps = ButtonProps &
  Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof ButtonProps> & { ref?: Ref<HTMLAnchorElement> }

// Without `aria-current`: a link to a parent address would be announced as the current page.
const ButtonAnchor = ({ 'aria-current': _, ...props }: AnchorProps) => <Button component="a" {...props} />

/** A route link that looks like a button. */
export const LinkButton = createLink(ButtonAnchor)
