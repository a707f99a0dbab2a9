CREATE TABLE "reply_reports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"message_id" uuid,
	"agent_id" uuid NOT NULL,
	"model_name" text,
	"kind" text NOT NULL,
	"comment" text DEFAULT '' NOT NULL,
	"allows_reading" boolean NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"answer" text,
	"answered_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "reply_reports_kind_check" CHECK ("reply_reports"."kind" in ('offensive', 'dangerous', 'copied', 'personal-data', 'other')),
	CONSTRAINT "reply_reports_state_check" CHECK ("reply_reports"."state" in ('open', 'resolved', 'dismissed'))
);
--> statement-breakpoint
ALTER TABLE "messages" DROP CONSTRAINT "messages_error_code_check";--> statement-breakpoint
ALTER TABLE "usage_days" ADD COLUMN "refused" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "reply_reports" ADD CONSTRAINT "reply_reports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reply_reports" ADD CONSTRAINT "reply_reports_message_id_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."messages"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reply_reports" ADD CONSTRAINT "reply_reports_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "reply_reports_open_key" ON "reply_reports" USING btree ("message_id") WHERE "reply_reports"."state" = 'open';--> statement-breakpoint
CREATE INDEX "reply_reports_message_idx" ON "reply_reports" USING btree ("message_id");--> statement-breakpoint
CREATE INDEX "reply_reports_user_idx" ON "reply_reports" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "reply_reports_state_idx" ON "reply_reports" USING btree ("state","created_at","id");--> statement-breakpoint
CREATE INDEX "reply_reports_agent_idx" ON "reply_reports" USING btree ("agent_id");--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_error_code_check" CHECK ("messages"."error_code" in ('provider_auth', 'own_key_refused', 'own_key_unreadable', 'provider_rate', 'provider_down', 'provider_refused', 'filtered', 'first_token_timeout', 'stall', 'upstream_cut', 'too_long', 'empty', 'server_stopped', 'not_saved', 'internal'));