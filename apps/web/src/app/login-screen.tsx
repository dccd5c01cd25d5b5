import { ChatWidget } from '../features/chat/chat-widget.js';
import { useChat } from '../features/chat/use-chat.js';
import { LoginPage } from '../features/session/login-page.js';

export function LoginScreen() {
  const chat = useChat();
  const [, tell] = chat;
  return (
    <>
      <LoginPage onHelp={() => tell({ type: 'open' })} />
      <ChatWidget chat={chat} />
    </>
  );
}
