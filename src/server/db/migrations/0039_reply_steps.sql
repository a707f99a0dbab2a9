ALTER TABLE "messages" ADD COLUMN "steps" jsonb;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_steps_check" CHECK (jsonb_array_length("messages"."steps") <= 24);