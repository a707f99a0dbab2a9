import { Button, type ButtonProps } from '@mantine/core'
import { useLocation } from '@tanstack/react-router'
import { LinkButton } from '#client/ui/buttons/link-button.tsx'

/** From a page that shows nothing, the way to the nearest room: the administrators', the person's, else the front door. */
export function HomeButton(props: Pick<ButtonProps, 'variant'>) {
  const pathname = useLocation({ select: (location) => location.pathname })
  if (/^\/app\/admin\/./.test(pathname)) {
    return (
      <LinkButton to="/app/admin" {...props}>
        Ir para o painel
      </LinkButton>
    )
  }
  if (/^\/app\/./.test(pathname)) {
    return (
      <LinkButton to="/app" {...props}>
        Ir para o início
      </LinkButton>
    )
  }
  // The front page is a document of its own.
  return (
    <Button component="a" href="/" {...props}>
      Ir para a página inicial
    </Button>
  )
}
