CREATE TABLE "attachments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"key" text NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"media_type" text NOT NULL,
	"bytes" integer NOT NULL,
	"content" text,
	"is_truncated" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "attachments_kind_check" CHECK ("attachments"."kind" in ('image', 'pdf', 'docx', 'text'))
);
--> statement-breakpoint
CREATE TABLE "message_attachments" (
	"message_id" uuid NOT NULL,
	"attachment_id" uuid NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "message_attachments_message_id_attachment_id_pk" PRIMARY KEY("message_id","attachment_id")
);
--> statement-breakpoint
CREATE TABLE "chat_summaries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"chat_id" uuid NOT NULL,
	"through_message_id" uuid NOT NULL,
	"turns" integer NOT NULL,
	"content" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "message_search" (
	"message_id" uuid PRIMARY KEY NOT NULL,
	"chat_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"written_at" timestamp (3) with time zone NOT NULL,
	"vector" "tsvector" NOT NULL
);
--> statement-breakpoint
ALTER TABLE "chats" ADD COLUMN "titled_by" text DEFAULT 'message' NOT NULL;--> statement-breakpoint
ALTER TABLE "chats" ADD COLUMN "read_seq" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "chats" ADD COLUMN "leaf_id" uuid;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "feedback_reason" text;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "attempt" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "attachments" ADD CONSTRAINT "attachments_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_attachments" ADD CONSTRAINT "message_attachments_message_id_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_attachments" ADD CONSTRAINT "message_attachments_attachment_id_attachments_id_fk" FOREIGN KEY ("attachment_id") REFERENCES "public"."attachments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_summaries" ADD CONSTRAINT "chat_summaries_chat_id_chats_id_fk" FOREIGN KEY ("chat_id") REFERENCES "public"."chats"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_summaries" ADD CONSTRAINT "chat_summaries_through_message_id_messages_id_fk" FOREIGN KEY ("through_message_id") REFERENCES "public"."messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_search" ADD CONSTRAINT "message_search_message_id_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "attachments_key_key" ON "attachments" USING btree ("key");--> statement-breakpoint
CREATE INDEX "attachments_user_idx" ON "attachments" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "message_attachments_attachment_idx" ON "message_attachments" USING btree ("attachment_id");--> statement-breakpoint
CREATE INDEX "chat_summaries_chat_idx" ON "chat_summaries" USING btree ("chat_id");--> statement-breakpoint
CREATE UNIQUE INDEX "chat_summaries_through_key" ON "chat_summaries" USING btree ("through_message_id");--> statement-breakpoint
CREATE INDEX "message_search_vector_idx" ON "message_search" USING gin ("vector") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "message_search_newest_idx" ON "message_search" USING btree ("user_id","written_at","message_id");--> statement-breakpoint
CREATE INDEX "chats_user_pinned_idx" ON "chats" USING btree ("user_id","last_message_at","id") WHERE "chats"."pinned_at" is not null and "chats"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "chats_deleted_idx" ON "chats" USING btree ("deleted_at") WHERE "chats"."deleted_at" is not null;--> statement-breakpoint
CREATE INDEX "messages_deleted_idx" ON "messages" USING btree ("deleted_at") WHERE "messages"."deleted_at" is not null;--> statement-breakpoint
ALTER TABLE "chats" ADD CONSTRAINT "chats_titled_by_check" CHECK ("chats"."titled_by" in ('message', 'model', 'person'));