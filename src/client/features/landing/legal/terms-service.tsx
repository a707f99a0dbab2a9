import { OPEN_PLACES } from '#shared/landing.ts'
import type { LegalSection } from './legal-page.tsx'

export const TERMS_SERVICE: LegalSection[] = [
  {
    id: 'o-que-e',
    title: 'O que é o Elenco',
    body: (
      <>
        <p>
          O Elenco é um aplicativo de conversa com agentes de inteligência artificial para quem cria e vende
          produtos digitais. Cada agente tem um nome, uma especialidade e instruções escritas pela
          administração desta instalação.
        </p>
        <p>
          O Elenco pode ser instalado por pessoas e empresas diferentes. Nestes termos, <strong>nós</strong> é
          quem opera a instalação que você está usando, no endereço que aparece no seu navegador.{' '}
          {OPEN_PLACES.contactSentence}
        </p>
        <p>
          Estes termos e a <a href="/privacy">política de privacidade</a> formam o contrato entre você e nós.
          Ao criar a conta você aceita os dois, e guardamos qual versão você aceitou e quando.
        </p>
      </>
    ),
  },
  {
    id: 'conta',
    title: 'Sua conta',
    body: (
      <>
        <ul>
          <li>
            Para ter uma conta é preciso ter 18 anos, ou 16 com a assistência de quem é responsável por você.
          </li>
          <li>Use um e-mail que seja seu: é por ele que avisamos de acessos e que você recupera a senha.</li>
          <li>
            A conta é pessoal. Guarde a senha com você; em <strong>Seu perfil</strong> dá para ver onde a
            conta está aberta, encerrar cada acesso e trocar a senha.
          </li>
          <li>Desconfiou de um acesso? Troque a senha na hora e nos avise.</li>
        </ul>
        <p>
          Quem administra a instalação pode ajudar você entrando na sua conta por até uma hora. Enquanto isso
          acontece, uma faixa fica na tela de quem entrou, tudo o que é feito vai para um registro com os dois
          nomes, e nem a sua senha nem o seu e-mail podem ser mudados.
        </p>
      </>
    ),
  },
  {
    id: 'respostas',
    title: 'As respostas são de uma IA',
    body: (
      <>
        <p>
          Os agentes não são pessoas. As respostas são escritas por modelos de linguagem e podem conter erros,
          invenções e ideias parecidas com as de outros. Antes de publicar, vender, anunciar ou investir,
          confira fatos, números, promessas e direitos de terceiros. O mesmo vale para o que a IA preenche por
          você em um formulário: nada é salvo antes de você conferir.
        </p>
        <p>
          Nada do que um agente escreve é aconselhamento jurídico, contábil, médico ou financeiro. Promessas
          de resultado em anúncios e páginas de venda são de responsabilidade de quem as publica, inclusive
          perante o Código de Defesa do Consumidor, o CONAR e as regras das plataformas de anúncios.
        </p>
        <p>
          Quando a instalação não tem um provedor de IA configurado, responde um modelo de demonstração. Ele
          se identifica na tela e em cada resposta, e serve só para conhecer o aplicativo.
        </p>
      </>
    ),
  },
  {
    id: 'conteudo',
    title: 'O que você escreve é seu',
    body: (
      <>
        <p>
          As suas mensagens, a sua foto, os dados do seu negócio e os documentos que você guarda continuam
          seus. Você nos dá somente a autorização necessária para o serviço funcionar: guardar, mostrar a você
          e enviar ao provedor de IA o que a resposta pede. Ela acaba quando você apaga o conteúdo ou a conta.
        </p>
        <p>
          Não reivindicamos direito sobre as respostas que você recebe. Você pode usá-las como quiser, dentro
          da lei, sabendo que outra pessoa pode receber um texto parecido.
        </p>
        <p>Não usamos as suas conversas para treinar modelos nem as vendemos a ninguém.</p>
      </>
    ),
  },
  {
    id: 'uso',
    title: 'O que não vale',
    body: (
      <>
        <p>Não use o Elenco para:</p>
        <ul>
          <li>praticar crime, fraude, discriminação, assédio ou propaganda enganosa;</li>
          <li>criar conteúdo sexual com menores, em nenhuma hipótese;</li>
          <li>
            inserir dados pessoais de outras pessoas sem base legal para isso, sobretudo os sensíveis (saúde,
            religião, opinião política, biometria e os demais do art. 5º, II, da LGPD);
          </li>
          <li>enviar mensagens em massa a quem não pediu;</li>
          <li>
            tentar entrar em contas alheias, extrair as instruções dos agentes, sobrecarregar o serviço ou
            contornar os seus limites.
          </li>
        </ul>
      </>
    ),
  },
]
