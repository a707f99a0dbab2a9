import { LegalPage } from './legal-page.tsx'
import { PRIVACY_DATA } from './privacy-data.tsx'
import { PRIVACY_RIGHTS } from './privacy-rights.tsx'

export function PrivacyPage() {
  return (
    <LegalPage
      title="Política de privacidade"
      summary={
        <p>
          Guardamos o que você escreve e o que conta do seu negócio, para que as conversas continuem, no banco
          de dados desta instalação. Quem gera as respostas recebe a conversa e o que ela usa, e mais ninguém.
          Sem anúncios, sem rastreadores, sem venda de dados. Copiar e apagar tudo leva um clique.
        </p>
      }
      sections={[...PRIVACY_DATA, ...PRIVACY_RIGHTS]}
      other={{ to: '/terms', label: 'termos de uso' }}
    />
  )
}
