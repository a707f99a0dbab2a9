-- In one place for all who end, continue or delete a message. While a reply grows nothing is computed.
CREATE FUNCTION keep_message_search() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.deleted_at IS NOT NULL THEN
    DELETE FROM message_search WHERE message_id = NEW.id;
  ELSE
    INSERT INTO message_search (message_id, chat_id, user_id, written_at, vector)
    SELECT NEW.id, NEW.chat_id, chats.user_id, NEW.created_at, search_vector(chats.user_id, NEW.content) FROM chats WHERE chats.id = NEW.chat_id
    ON CONFLICT (message_id) DO UPDATE SET vector = excluded.vector;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER messages_keep_search AFTER INSERT OR UPDATE OF content, status, deleted_at ON messages
  FOR EACH ROW WHEN (NEW.status <> 'running') EXECUTE FUNCTION keep_message_search();--> statement-breakpoint
INSERT INTO message_search (message_id, chat_id, user_id, written_at, vector)
  SELECT messages.id, messages.chat_id, chats.user_id, messages.created_at, search_vector(chats.user_id, messages.content)
  FROM messages JOIN chats ON chats.id = messages.chat_id
  WHERE messages.status <> 'running' AND messages.deleted_at IS NULL;--> statement-breakpoint
-- What was there before is not news.
UPDATE chats SET read_seq = last_seq;
