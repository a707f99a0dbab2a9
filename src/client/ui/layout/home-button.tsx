import { Button, type ButtonProps } from '@mantine/core'
import { useLocation } from '@tanstack/react-router'
import { LinkButton } from '#client/ui/buttons/link-button.tsx'

/** A link to the nearest start page: the administration's, the app's, else the landing page. */
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
  // The landing page is another document.
  return (
    <Button component="a" href="/" {...props}>
      Ir para a página inicial
    </Button>
  )
}
