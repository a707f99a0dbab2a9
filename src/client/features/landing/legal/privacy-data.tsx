import { OPEN_PLACES } from '#shared/landing.ts'
import { LIMITS } from '#shared/limits.ts'
import { type LegalSection, LegalTable } from './legal-page.tsx'

export const PRIVACY_DATA: LegalSection[] = [
  {
    id: 'quem',
    title: 'Quem cuida dos seus dados',
    body: (
      <>
        <p>
          O controlador, na linguagem da Lei Geral de Proteção de Dados (LGPD, Lei 13.709/2018), é quem opera
          esta instalação do Elenco, no endereço que aparece no seu navegador. Cada instalação tem o próprio
          banco de dados; nada é enviado a quem desenvolve o programa.
        </p>
        <p>{OPEN_PLACES.contactSentence}</p>
      </>
    ),
  },
  {
    id: 'o-que',
    title: 'O que guardamos, para quê e por quanto tempo',
    body: (
      <>
        <p>Tudo o que está aqui fica no banco de dados e na pasta de arquivos desta instalação.</p>
        <LegalTable
          head={['Dado', 'Para quê (e base legal)', 'Até quando']}
          rows={[
            [
              'Nome, e-mail, senha (só um código que não volta a ser a senha), telefone, bio e foto',
              'Ter a sua conta e falar com você (contrato, art. 7º, V). Telefone, bio e foto são opcionais.',
              'Até você mudar ou excluir a conta',
            ],
            [
              'Conversas e mensagens',
              'Mostrar, procurar e continuar as suas conversas (contrato)',
              <>
                Até você excluir a conversa, a mensagem ou a conta. O que você exclui fica{' '}
                {LIMITS.deletedChatDays} dias guardado, para dar tempo de desfazer a exclusão de uma conversa,
                e então, ou quando você excluir de vez na lixeira, é apagado
              </>,
            ],
            [
              'Anexos das mensagens (imagens sem os dados da câmera, arquivos e o texto deles)',
              'Mostrar a você e dar ao agente o que ler (contrato)',
              'Como a mensagem que os leva. O que não foi enviado com nenhuma, um dia',
            ],
            [
              'O seu negócio: respostas do questionário inicial, produtos, marcas, ofertas e documentos, com as versões deles',
              'Dar aos agentes o que eles precisam saber para responder a você (contrato). É opcional',
              <>
                Até você mudar, excluir ou encerrar a conta. O que você exclui fica {LIMITS.deletedAssetDays}{' '}
                dias guardado, para dar tempo de desfazer, e então, ou quando você excluir de vez na lixeira,
                é apagado. O nome e o conteúdo do que baseou uma resposta ficam com ela, como eram naquele
                dia, até a conversa ser excluída
              </>,
            ],
            [
              'Suas chaves de provedores de IA, se você cadastrar alguma: cifradas, com os quatro últimos caracteres à vista',
              'Gerar as suas respostas, e só as suas, com a sua conta no provedor (contrato). A chave inteira não volta à tela nem aparece na cópia dos seus dados',
              'Até você excluir a chave, que some de vez em até duas horas, ou a conta',
            ],
            [
              'Suas avaliações das respostas, com o motivo que você escreve',
              'Melhorar os agentes (legítimo interesse). Quando você avalia mal uma resposta, a administração lê, com o seu nome e o motivo, essa resposta, a sua pergunta e até duas mensagens antes dela; o resto da conversa, não',
              'Até você retirar a avaliação, ou excluir a conversa ou a conta. Com isso, a administração deixa de ver esse trecho na mesma hora',
            ],
            [
              'As respostas que você denuncia: o motivo, o seu comentário, se você autorizou a leitura, o agente, o modelo e o dia; e o que a administração respondeu',
              'Tratar a denúncia e responder a você (legítimo interesse). A administração não vê de quem ela é. Só com a sua autorização (consentimento, art. 7º, I) ela lê a resposta e a sua pergunta, e cada leitura fica registrada',
              'Até você retirar a denúncia ou excluir a conta. Você desfaz a autorização a qualquer momento, na conversa ou no perfil. Se você excluir a mensagem ou a conversa, o texto deixa de ser lido na mesma hora',
            ],
            [
              'Até onde você assistiu a cada tutorial, e quando terminou',
              'Continuar de onde você parou e mostrar o que falta (contrato). A administração só vê quantas pessoas terminaram cada um',
              'Até você excluir a conta. A marca de assistido, até você desmarcar',
            ],
            [
              'Plano; de cada resposta, o modelo que a escreveu, a quantidade de texto que usou, quanto demorou a começar e como terminou; quantas mensagens você escreveu em cada dia e a que agente, e quantas usou do plano em cada mês',
              'Aplicar os limites do plano e conhecer o uso, as falhas e os custos (contrato). A administração vê isso ao lado do seu nome, sem o texto das conversas',
              'Até você excluir a conta. Ficam só os totais por dia de toda a instalação, que não dizem de quem são',
            ],
            [
              'Se você excluir a conta: quantas mensagens do plano ela usou no mês, com um código feito do seu e-mail e do mês, que não volta a ser o e-mail',
              'Não renovar o mês de quem exclui a conta e cria outra com o mesmo e-mail (legítimo interesse)',
              'Até o mês acabar',
            ],
            [
              'Se você excluir a conta e tinha comprado um plano: que alguém com o seu e-mail comprou, num código feito do e-mail, que não volta a ser o e-mail',
              'Não repetir o teste grátis de um plano para quem exclui a conta e cria outra (legítimo interesse)',
              'Um ano',
            ],
            [
              'As suas compras de planos: o que foi comprado e de quem, o e-mail da compra, os códigos dela no Stripe ou na Hubla, datas e mudanças; e, se você comprou com outro e-mail, esse e-mail',
              'Abrir o que você pagou, na sua conta e só nela (contrato)',
              'Até você excluir a conta; a compra de quem ainda não tem conta espera por ela. Um e-mail que você não confirmou, um dia',
            ],
            [
              'Os avisos do Stripe e da Hubla sobre cada compra, como vieram: podem trazer nome, e-mail, telefone, documento e endereço de quem comprou',
              'Provar a compra e corrigir o que falhar (contrato). A administração os lê com documento, telefone, cartão e endereço cobertos',
              '90 dias, também se você excluir a conta antes. Depois fica só que o aviso veio',
            ],
            [
              'Sessões: navegador, endereço de rede, primeiro e último uso',
              'Manter você na conta e mostrar onde ela está aberta (contrato e segurança)',
              'Até sair, encerrar, ou 30 dias sem uso',
            ],
            [
              'Aparelhos conhecidos e tentativas de acesso (em código, sem o seu e-mail legível)',
              'Avisar de acessos novos e barrar quem tenta adivinhar senhas (legítimo interesse, art. 7º, IX)',
              'Aparelhos: até excluir a conta. Tentativas: um dia',
            ],
            [
              'Versão dos termos que você aceitou, e quando',
              'Provar o aceite (exercício de direitos, art. 7º, VI)',
              'Até você excluir a conta',
            ],
            [
              'Cada vez que a administração entrou na sua conta: quem, quando, por quanto tempo e o motivo',
              <>
                Ajudar você, e dizer a você quem entrou (legítimo interesse). Quem entra vê a conta como você,
                com as conversas, por até uma hora. Você lê tudo isso em <a href="/app/me">Seu perfil</a>
              </>,
              'Até você excluir a conta',
            ],
            [
              'Notas que a administração escreve sobre o seu atendimento',
              'Atender você (legítimo interesse). Vão na cópia dos seus dados',
              'Até quem escreveu excluir a nota, ou você excluir a conta',
            ],
            [
              'Os e-mails da casa a muitas pessoas que você recebeu, e se não quer mais receber',
              'Falar com você sobre a casa (legítimo interesse). Cada um deles tem um link para não receber mais, e “Seu perfil” também',
              'Os recebidos, um mês; a sua escolha, até você mudar ou excluir a conta',
            ],
            [
              'Registro do que a administração fez em contas, com os nomes',
              'Prestar contas desse poder (legítimo interesse)',
              'Fica como registro; na exclusão da conta, o seu nome sai dele',
            ],
            [
              'Registros técnicos do servidor: horário, página pedida, resultado',
              'Achar e corrigir falhas (legítimo interesse)',
              'O prazo que quem opera a instalação definir',
            ],
          ]}
        />
        <p>
          Os registros técnicos não contêm o texto das mensagens, os dados do seu negócio, senhas, chaves nem
          cookies. Se quem opera esta instalação for uma empresa, o art. 15 do Marco Civil da Internet a
          obriga a guardar os registros de acesso por seis meses, em sigilo.
        </p>
        <p>Não pedimos dados sensíveis. Evite escrevê-los nas conversas, os seus e os de outras pessoas.</p>
      </>
    ),
  },
]
