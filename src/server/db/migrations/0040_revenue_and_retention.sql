CREATE TABLE "payment_amounts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"provider" text NOT NULL,
	"kind" text NOT NULL,
	"external_id" text NOT NULL,
	"total" bigint DEFAULT 0 NOT NULL,
	"external_subscription_id" text NOT NULL,
	"plan_id" uuid,
	"currency" text NOT NULL,
	"cents" bigint NOT NULL,
	"day" date NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payment_amounts_provider_check" CHECK ("payment_amounts"."provider" in ('hubla', 'stripe')),
	CONSTRAINT "payment_amounts_kind_check" CHECK ("payment_amounts"."kind" in ('sale', 'refund')),
	CONSTRAINT "payment_amounts_cents_check" CHECK ("payment_amounts"."cents" >= 0)
);
--> statement-breakpoint
CREATE TABLE "cohort_weeks" (
	"cohort" date NOT NULL,
	"week" date NOT NULL,
	"active" integer NOT NULL,
	CONSTRAINT "cohort_weeks_week_cohort_pk" PRIMARY KEY("week","cohort")
);
--> statement-breakpoint
CREATE TABLE "paid_months" (
	"month" date PRIMARY KEY NOT NULL,
	"active" integer NOT NULL,
	"kept" integer NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "user_milestones" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"first_message_day" date,
	"first_message_at" timestamp (3) with time zone,
	"first_paid_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "webhook_events" ADD COLUMN "are_amounts_read" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_amounts" ADD CONSTRAINT "payment_amounts_plan_id_plans_id_fk" FOREIGN KEY ("plan_id") REFERENCES "public"."plans"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_milestones" ADD CONSTRAINT "user_milestones_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "payment_amounts_external_key" ON "payment_amounts" USING btree ("provider","kind","external_id","total");--> statement-breakpoint
CREATE INDEX "payment_amounts_purchase_idx" ON "payment_amounts" USING btree ("provider","external_subscription_id");--> statement-breakpoint
CREATE INDEX "payment_amounts_day_idx" ON "payment_amounts" USING btree ("day");--> statement-breakpoint
CREATE INDEX "payment_amounts_plan_idx" ON "payment_amounts" USING btree ("plan_id");--> statement-breakpoint
CREATE INDEX "subscription_changes_created_idx" ON "subscription_changes" USING brin ("created_at");--> statement-breakpoint
CREATE INDEX "webhook_events_amounts_idx" ON "webhook_events" USING btree ("created_at","id") WHERE "webhook_events"."raw_body" is not null and not "webhook_events"."are_amounts_read";