import { createContext, useContext } from 'react'

/** The published address of the installation, if any. */
export const ContactEmail = createContext<string | null>(null)

/** Without a published address no address is shown. */
export function Contact() {
  const email = useContext(ContactEmail)
  if (email) {
    return (
      <>
        Para falar com quem opera esta instalação, inclusive sobre os seus dados, escreva para{' '}
        <a href={`mailto:${email}`}>{email}</a>. Ver, corrigir, copiar e apagar os seus dados não depende
        disso; você faz em <strong>Seu perfil</strong>.
      </>
    )
  }
  return (
    <>
      Para falar com quem opera esta instalação, inclusive sobre os seus dados, use o canal pelo qual você
      recebeu este endereço: ela não publica um e-mail de contato aqui. Ver, corrigir, copiar e apagar os seus
      dados não depende disso; você faz em <strong>Seu perfil</strong>.
    </>
  )
}
