ALTER TABLE "agents" ADD COLUMN "message_weight" smallint DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "quota_weight" smallint;--> statement-breakpoint
ALTER TABLE "agents" ADD CONSTRAINT "agents_message_weight_check" CHECK ("agents"."message_weight" between 1 and 20);