import { Button } from '@mantine/core'
import { safeLink } from '#shared/markdown/markdown-links.ts'

/** Opens the page that a source was read from; nothing for other sources and addresses that are no links. */
export function PageLink({ address }: { address: string | null }) {
  const page = address === null ? undefined : safeLink(address)
  if (!page) return null
  return (
    <Button
      component="a"
      href={page.href}
      target="_blank"
      rel="noopener noreferrer nofollow"
      variant="default"
    >
      Abrir a página em {page.host}
    </Button>
  )
}
