import { OPEN_PLACES } from '#shared/landing.ts'
import { type LegalSection, LegalTable } from './legal-page.tsx'

export const PRIVACY_RIGHTS: LegalSection[] = [
  {
    id: 'direitos',
    title: 'Seus direitos, e onde exercê-los',
    body: (
      <>
        <p>O art. 18 da LGPD lhe dá estes direitos. A maioria está a um clique, sem pedir a ninguém:</p>
        <LegalTable
          head={['Direito', 'Como']}
          rows={[
            [
              'Confirmar que tratamos os seus dados, e acessá-los',
              <>
                Em <a href="/app/me">Seu perfil</a>, e completos em “Baixar meus dados”
              </>,
            ],
            ['Corrigir', '“Editar perfil”; para mudar o e-mail, fale com quem opera a instalação'],
            [
              'Levar a outro serviço (portabilidade)',
              '“Baixar meus dados”: um ZIP com JSON, que programas leem, e as conversas em Markdown',
            ],
            ['Eliminar', '“Excluir minha conta”, na hora'],
            ['Anonimizar ou bloquear o que for excessivo', 'Pelo contato abaixo'],
            [
              'Saber com quem compartilhamos',
              <>
                Na seção <a href="#com-quem">Quem mais recebe</a>
              </>,
            ],
            [
              'Retirar consentimento, ou não consentir',
              'Telefone, bio e foto são opcionais e podem ser apagados em “Editar perfil”; o que você contou do seu negócio e as suas chaves, em “Personalização”. Sem o aceite dos termos não dá para manter a conta',
            ],
            [
              'Opor-se, e pedir revisão de decisões automatizadas',
              'Nenhuma decisão sobre você é tomada só por máquina, exceto a espera após muitas senhas erradas',
            ],
          ]}
        />
        <p>
          O que pedir por escrito é respondido em até 15 dias. Se a resposta não resolver, você pode reclamar
          à Autoridade Nacional de Proteção de Dados (ANPD), em gov.br/anpd.
        </p>
      </>
    ),
  },
  {
    id: 'exclusao',
    title: 'O que acontece quando você exclui a conta',
    body: (
      <>
        <p>
          O perfil, a foto, as conversas, os dados do seu negócio, as chaves e as sessões são apagados do
          banco de dados antes de a tela responder, em todos os aparelhos. Um último e-mail confirma.
        </p>
        <p>
          Fica só o que a lei manda ou permite: o registro das ações da administração, sem ligação com a
          conta, os totais por dia do uso da instalação, que não dizem de quem são, até o fim do mês a
          quantidade de mensagens que você usou, com um código do seu e-mail que não volta a ser o e-mail, e,
          se você tiver pago algo, os avisos do Stripe ou da Hubla sobre a compra, até completarem 90 dias, e,
          por um ano, num código assim, que quem tinha o seu e-mail já comprou um plano. Uma assinatura pelo
          Stripe é cancelada junto; a da Hubla, cancele lá antes de excluir a conta. Cópias de segurança que
          quem opera a instalação fizer são apagadas conforme são substituídas. O que já foi enviado a um
          provedor de IA segue as regras dele.
        </p>
      </>
    ),
  },
  {
    id: 'arrependimento',
    title: 'Arrependimento em sete dias',
    body: (
      <p>
        Se você contratar um plano pago, pode desistir em até sete dias e receber tudo de volta (Código de
        Defesa do Consumidor, art. 49). Os <a href="/terms">termos de uso</a> dizem como pedir. Desistir do
        plano não apaga os seus dados: a conta segue no gratuito, com o histórico. Excluir a conta, sim.
      </p>
    ),
  },
  {
    id: 'seguranca',
    title: 'Como protegemos',
    body: (
      <>
        <ul>
          <li>
            Senhas viram um código que não se desfaz, e as que estão em listas conhecidas são recusadas.
          </li>
          <li>
            Avisamos por e-mail quando a conta abre em um aparelho novo, e quando a senha muda. Trocar a senha
            encerra os outros acessos.
          </li>
          <li>Tentativas seguidas de adivinhar uma senha esperam cada vez mais.</li>
          <li>
            Cada conversa só pode ser lida pela conta que a criou; o servidor confere isso em cada pedido.
          </li>
          <li>
            As suas chaves de provedores ficam cifradas (AES-256-GCM), com um segredo que não está no banco de
            dados.
          </li>
          <li>Sua foto é refeita ao chegar: localização e dados da câmera são descartados.</li>
          <li>As páginas só carregam programas da própria instalação.</li>
        </ul>
        <p>
          Se houver um incidente que possa causar risco a você, avisaremos você e a ANPD, dizendo o que
          aconteceu e o que fazer.
        </p>
      </>
    ),
  },
  {
    id: 'menores',
    title: 'Crianças e adolescentes',
    body: (
      <p>
        O Elenco é para quem tem 18 anos, ou 16 com assistência de responsáveis. Não coletamos de propósito
        dados de crianças. Se você é responsável e encontrou uma conta assim, fale conosco e ela será apagada.
      </p>
    ),
  },
  {
    id: 'mudancas',
    title: 'Mudanças e contato',
    body: (
      <>
        <p>
          A data no alto é a versão. Quando este texto muda, o aplicativo avisa na sua próxima visita e pede o
          seu aceite de novo.
        </p>
        <p>{OPEN_PLACES.contactSentence}</p>
      </>
    ),
  },
]
